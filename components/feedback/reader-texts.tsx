import type { ReaderTexts as Texts } from "../../lib/contract/api/feedback.ts";
import { displayable } from "../../lib/text/displayable.ts";

/** What an item said before and after its reader changed it. */
export function ReaderTexts({ before, after }: Texts) {
  return (
    <dl className="my-1 border-line border-l-2 pl-2">
      <Said name="Before" text={before} />
      <Said name="After" text={after} />
    </dl>
  );
}

function Said({ name, text }: { name: string; text: Texts["before"] }) {
  const { helpful, reasons, comment, code } = text;
  const rating = helpful === null ? null : helpful ? "Helpful" : "Not helpful";
  const parts = [rating, reasons.join(", "), comment, code].filter((part) => part?.trim());
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="untrusted wrap-anywhere whitespace-pre-wrap">
        {displayable(parts.join("\n") || "No comment")}
      </dd>
    </div>
  );
}
