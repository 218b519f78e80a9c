import type { ReviewedItem } from "../../../lib/contract/api/job-review.ts";
import { isResolvedByMerge } from "../../../lib/contract/api/verdicts.ts";
import { itemCount } from "../item-count.ts";

/** Items that a merge resolves unless the person decides otherwise; also votes, which ask for nothing in particular. */
export function addressedItems(items: readonly ReviewedItem[]): Set<string> {
  const resolved = items.filter(
    ({ verdict, status, comment }) =>
      status !== "resolved" && isResolvedByMerge({ verdict, isVote: !comment?.trim() }),
  );
  return new Set(resolved.map(({ id }) => id));
}

/** The name of the button that merges and resolves so many items. */
export function mergeLabel(items: number): string {
  return items === 0 ? "Merge" : `Merge and resolve ${itemCount(items)}`;
}
