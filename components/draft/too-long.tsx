import type { Shortening } from "../../lib/prompt/choose.ts";
import { PROMPT_LIMIT } from "../../lib/prompt/size.ts";
import { counted } from "../../lib/text/counted.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Draft } from "./use-draft.ts";

const SHORTENINGS: { choice: Shortening; label: string }[] = [
  { choice: "newest", label: "Keep the newest" },
  { choice: "mostNegative", label: "Keep problems first" },
  { choice: "deduplicated", label: "Remove near-duplicates" },
];

/** Offers ways to shorten evidence that is too long, and lists what they excluded. */
export function TooLong(props: {
  draft: Draft;
  /** Splits it into one job per page; null if that isn't possible. */
  onSplit: (() => void) | null;
}) {
  const { draft, onSplit } = props;
  return (
    <>
      {!draft.fits && (
        <Notice tone="bad" role="alert">
          A prompt can have up to {PROMPT_LIMIT.toLocaleString("en")} characters. This one has{" "}
          {draft.size.characters.toLocaleString("en")}. Choose what to keep, exclude items, or
          shorten the text.
          <div className="mt-2 flex flex-wrap gap-2">
            {SHORTENINGS.map(({ choice, label }) => (
              <Button key={choice} onClick={() => draft.choose(choice)}>
                {label}
              </Button>
            ))}
            {onSplit && <Button onClick={onSplit}>One job per page</Button>}
          </div>
        </Notice>
      )}
      <ExcludedItems draft={draft} />
    </>
  );
}

function ExcludedItems({ draft }: { draft: Draft }) {
  const items = draft.about.flatMap(({ id }) => {
    const reason = draft.excluded.get(id);
    return reason ? [{ id, reason }] : [];
  });
  if (items.length === 0) return null;
  const includeAgain = () =>
    draft.toggle(
      items.map(({ id }) => id),
      true,
    );
  return (
    <Notice tone="info" role="status">
      Excluded to fit: {counted(items.length, "item")}.{" "}
      <button type="button" className="underline" onClick={includeAgain}>
        Include them again
      </button>
      <details className="mt-1">
        <summary>Show excluded items</summary>
        <ul
          tabIndex={0}
          aria-label="Excluded items"
          className="mt-1 max-h-32 overflow-y-auto font-mono text-xs"
        >
          {items.map(({ id, reason }) => (
            <li key={id} className="untrusted">
              {id}: {reason}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
