import type { ReviewedItem } from "../../../lib/contract/api/job-review.ts";
import { isResolvedByMerge } from "../../../lib/contract/api/verdicts.ts";
import { itemCount } from "../item-count.ts";

/** Returns the items that a merge resolves unless the person decides otherwise. Votes without words are included. */
export function addressedItems(items: readonly ReviewedItem[]): Set<string> {
  const resolved = items.filter(
    ({ verdict, status, comment }) =>
      status !== "resolved" && isResolvedByMerge({ verdict, isVote: !comment?.trim() }),
  );
  return new Set(resolved.map(({ id }) => id));
}

/** Returns the label of the button that merges and resolves `items` items. */
export function mergeLabel(items: number): string {
  return items === 0 ? "Merge" : `Merge and resolve ${itemCount(items)}`;
}
