import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { GroupButton } from "./group-button.tsx";

/** Says how many similar items a row stands for, and shows them below it. */
export function GroupLabel({ item: { id, group, comment, reasons } }: { item: FeedbackRow }) {
  // Rows of votes say it in place of a comment.
  if (!group || group.notHelpful !== undefined) return null;
  // A row of an opened group, or of opened votes.
  if (group.items === 0)
    return comment || reasons ? <span className="list-notes">similar</span> : null;
  const pages = group.pages === 1 ? "" : ` on ${group.pages.toLocaleString("en")} pages`;
  return (
    <GroupButton id={id} className="link list-notes">
      {group.isRecurrence && "Recurrence, "}
      {group.items.toLocaleString("en")} items{pages}
    </GroupButton>
  );
}
