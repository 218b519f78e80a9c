import type { Finding, JobReview, Leftover } from "../../../lib/contract/api/job-review.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { TriangleAlert } from "../../ui/icons.tsx";
import { PathText } from "../../ui/path-text.tsx";

/** What the reviewer should know before reading the diff: what is missing, what is unexpected, and what may be wrong. */
export function LookFirst(props: { review: JobReview; onOpen: (hunk: string) => void }) {
  const { review, onOpen } = props;
  const { findings, moreFindings, outside, unread, leftovers } = review;
  const untouched = review.items.filter(
    ({ hunks, verdict }) => hunks.length === 0 && verdict !== "unclear",
  ).length;
  const notes = untouched + outside.length + unread.length + leftovers.length;
  if (notes + findings.length === 0) return null;
  return (
    <section aria-label="Look first" className="flex flex-col gap-2">
      <h3 className="flex items-center gap-1.5 font-medium">
        <TriangleAlert size={14} className="text-warn" />
        Look first
      </h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {untouched > 0 && (
          <li className={NOTE}>
            {counted(untouched, "item isn't", "items aren't")} touched by any change.
          </li>
        )}
        <Files
          paths={outside}
          one="changed file isn't a page of the linked feedback"
          many="changed files aren't pages of the linked feedback"
        />
        <Files
          paths={unread}
          one="changed file is too large to be checked"
          many="changed files are too large to be checked"
        />
        {leftovers.map((leftover) => (
          <StillThere key={leftover.text} leftover={leftover} />
        ))}
        {findings.map((finding, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings never change their order.
          <li key={index}>
            <button
              type="button"
              onClick={() => onOpen(finding.hunk)}
              className={`${NOTE} flex w-full flex-col items-start gap-0.5 text-left hover:bg-raised`}
            >
              <What finding={finding} />
              <span className="untrusted text-muted">
                <PathText path={finding.path} />
              </span>
            </button>
          </li>
        ))}
        {moreFindings > 0 && (
          <li className={NOTE}>and {counted(moreFindings, "more change")} to check</li>
        )}
      </ul>
    </section>
  );
}

const NOTE = "px-3 py-2";

/** Says something of files, and names the first three. */
function Files({ paths, one, many }: { paths: readonly string[]; one: string; many: string }) {
  if (paths.length === 0) return null;
  return (
    <li className={NOTE}>
      {counted(paths.length, one, many)}:{" "}
      <span className="untrusted">{paths.slice(0, 3).map(displayable).join(", ")}</span>
      {paths.length > 3 && `, and ${paths.length - 3} more`}
    </li>
  );
}

/** Lists corrections that the change makes in one place and not in others. */
function StillThere({ leftover: { text, correct, places, more } }: { leftover: Leftover }) {
  const named = places.map(({ path, line }) => `${displayable(path)}:${line}`).join(", ");
  return (
    <li className={NOTE}>
      <span className="untrusted">
        “<bdi>{displayable(text)}</bdi>” should be “<bdi>{displayable(correct)}</bdi>”, and is still
        in {named}
      </span>
      {more > 0 && `, and ${counted(more, "more place")}`}
    </li>
  );
}

const KIND = {
  fact: "Changed",
  removed: "Removed, not asked for",
  rewritten: "Rewritten, not asked for",
} as const;

function What({ finding }: { finding: Finding }) {
  const { kind, old, new: now } = finding;
  return (
    <span className="untrusted">
      <span className="font-medium">{KIND[kind]}:</span>{" "}
      {old !== null && <del className="no-underline">{displayable(old)}</del>}
      {kind !== "removed" && (
        <>
          <span className="text-muted"> → </span>
          {now === null ? (
            <span className="text-muted">nothing</span>
          ) : (
            <ins className="no-underline">{displayable(now)}</ins>
          )}
        </>
      )}
    </span>
  );
}
