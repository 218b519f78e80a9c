import type { ReaderTexts } from "../../lib/contract/api/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { statusName } from "./status-label.tsx";

/** Says in an item's history that its reader changed it after it was decided, with both texts. */
export function ReaderChange({ from, texts }: { from: string; texts: ReaderTexts }) {
  return (
    <>
      The reader changed this feedback after it was {statusName(from).toLowerCase()}, so it's
      pending again.
      <dl className="my-1 border-l-2 border-line pl-2">
        {(["before", "after"] as const).map((when) => (
          <div key={when}>
            <dt className="text-muted">{when === "before" ? "Before" : "After"}</dt>
            <dd dir="auto" className="whitespace-pre-wrap">
              {displayable(saidIn(texts[when]))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function saidIn({ helpful, reasons, comment, code }: ReaderTexts["before"]): string {
  const rating = helpful === null ? null : helpful ? "Helpful" : "Not helpful";
  const parts = [rating, reasons.join(", "), comment, code];
  return parts.filter((part) => part?.trim()).join("\n") || "No comment";
}
