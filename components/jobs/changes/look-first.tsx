import type { Finding, JobReview } from "../../../lib/contract/api/job-review.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Notice } from "../../ui/notice.tsx";
import { PathText } from "../../ui/path-text.tsx";

/** What the reviewer should know before reading the diff: what is missing, what is unexpected, and what may be wrong. */
export function LookFirst(props: { review: JobReview; onOpen: (hunk: string) => void }) {
  const { review, onOpen } = props;
  const { findings, outside, items } = review;
  const untouched = items.filter(({ hunks }) => hunks.length === 0).length;
  return (
    <>
      {untouched > 0 && (
        <Notice tone="warn">
          {untouched === 1
            ? "1 item isn't touched by any change."
            : `${untouched.toLocaleString("en")} items aren't touched by any change.`}
        </Notice>
      )}
      {outside.length > 0 && (
        <Notice tone="warn">
          {outside.length === 1 ? "1 changed file is" : `${outside.length} changed files are`} not a
          page of the linked feedback:{" "}
          <span className="untrusted">{outside.slice(0, 3).map(displayable).join(", ")}</span>
          {outside.length > 3 && `, and ${outside.length - 3} more`}
        </Notice>
      )}
      {findings.length > 0 && (
        <section aria-label="Look first" data-testid="look-first" className="flex flex-col gap-2">
          <h3 className="font-medium">Look first</h3>
          <ul className="divide-y divide-line rounded-md border border-line">
            {findings.map((finding, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: findings never change their order.
              <li key={index}>
                <button
                  type="button"
                  onClick={() => onOpen(finding.hunk)}
                  className="flex w-full flex-col items-start gap-0.5 px-3 py-2 text-left hover:bg-raised"
                >
                  <What finding={finding} />
                  <span className="untrusted text-muted">
                    <PathText path={finding.path} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
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
