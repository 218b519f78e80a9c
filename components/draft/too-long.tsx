import type { Choice } from "../../lib/prompt/choose.ts";
import { PROMPT_LIMIT } from "../../lib/prompt/size.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Draft } from "./use-draft.ts";

const WAYS: { choice: Choice; label: string }[] = [
  { choice: "newest", label: "Keep the newest" },
  { choice: "mostNegative", label: "Keep the most negative" },
  { choice: "deduplicated", label: "Leave out what says the same" },
];

/** Where the evidence is too long for one prompt: a choice, and what it left out, by name. */
export function TooLong(props: {
  draft: Draft;
  /** Makes it one job for each page; null where that is no offer. */
  onSplit: (() => void) | null;
}) {
  const { draft, onSplit } = props;
  return (
    <>
      {!draft.fits && (
        <Notice tone="bad" role="alert">
          A prompt has at most {PROMPT_LIMIT.toLocaleString("en")} characters; this one has{" "}
          {draft.size.characters.toLocaleString("en")}. Nothing is cut by itself: choose what stays,
          leave entries out, or shorten the text.
          <div className="mt-2 flex flex-wrap gap-2">
            {WAYS.map(({ choice, label }) => (
              <Button key={choice} onClick={() => draft.choose(choice)}>
                {label}
              </Button>
            ))}
            {onSplit && <Button onClick={onSplit}>One job per page</Button>}
          </div>
        </Notice>
      )}
      <LeftOut draft={draft} />
    </>
  );
}

function LeftOut({ draft }: { draft: Draft }) {
  const out = draft.about.flatMap(({ id }) => {
    const reason = draft.left.get(id);
    return reason ? [{ id, reason }] : [];
  });
  if (out.length === 0) return null;
  const putBack = () =>
    draft.toggle(
      out.map(({ id }) => id),
      true,
    );
  return (
    <Notice tone="info" role="status">
      Left out so that it fits: {out.length} {out.length === 1 ? "entry" : "entries"}.{" "}
      <button type="button" className="underline" onClick={putBack}>
        Put them back
      </button>
      <details className="mt-1">
        <summary>Which ones</summary>
        <ul
          tabIndex={0}
          aria-label="Entries left out"
          className="mt-1 max-h-32 overflow-y-auto font-mono text-xs"
        >
          {out.map(({ id, reason }) => (
            <li key={id} className="untrusted">
              {id}: {reason}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
