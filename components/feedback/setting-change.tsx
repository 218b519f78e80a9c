import type { FeedbackEvent } from "../../lib/contract/api/feedback.ts";
import { useReasonName } from "../app/use-dismissal-reasons.ts";
import { useLabelName } from "../app/use-labels.ts";

/** A change of a reason or a label in the history, whose names the project's settings have. */
export function SettingChange({ field, from, to }: Pick<FeedbackEvent, "field" | "from" | "to">) {
  const labelName = useLabelName();
  const reasonName = useReasonName();
  if (field === "dismissal") return `Dismissed for: ${reasonName(from)} → ${reasonName(to)}`;
  // Of the two values, one is empty.
  return to === "" ? `Label removed: ${labelName(from)}` : `Label added: ${labelName(to)}`;
}
