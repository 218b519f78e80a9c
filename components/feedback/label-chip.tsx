import type { Label } from "../../lib/contract/api/settings.ts";
import { displayable } from "../../lib/text/displayable.ts";

/** A label as a word with its color. */
export function LabelChip({ label }: { label: Pick<Label, "name" | "color"> }) {
  return (
    <span data-color={label.color} className="label-chip untrusted">
      {displayable(label.name)}
    </span>
  );
}
