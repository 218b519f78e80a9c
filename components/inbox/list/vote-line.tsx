import type { FeedbackRow, RowGroup } from "../../../lib/contract/api/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { SourceIcon } from "../../feedback/source-label.tsx";
import { GroupButton } from "./group-button.tsx";

/** The votes for a page on one day, in place of a comment. */
export function VoteLine({ item }: { item: FeedbackRow & { group: RowGroup } }) {
  const { items, notHelpful } = item.group;
  const helpful = notHelpful == null ? item.helpful : notHelpful * 2 < items;
  return (
    <>
      <SourceIcon source={item.source} helpful={helpful} />
      <span>
        <GroupButton id={item.id} className="link">
          {items.toLocaleString("en")} votes
          {/* Where the list has no room for a column of pages. */}
          <span className="max-sm:hidden sm:@xl:hidden"> for {displayable(item.page)}</span>
        </GroupButton>
        {notHelpful ? ` · ${notHelpful.toLocaleString("en")} not helpful` : null}
      </span>
    </>
  );
}
