import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";

/**
 * Updates the loaded rows with a page of the current list. Doesn't add rows. Removes rows that are gone from
 * the page; rows after the last common one may have moved to another page, and stay. A row whose group now has
 * another first item stays, and stands for the group.
 * @param isEnd whether the list ends with `fresh`, so that nothing has moved behind it
 */
export function mergeRows(
  loaded: readonly FeedbackRow[],
  fresh: readonly FeedbackRow[],
  isEnd: boolean,
): FeedbackRow[] {
  const current = new Map(fresh.map((row) => [row.id, row]));
  const groups = new Map(fresh.flatMap(({ group }) => group?.ids.map((id) => [id, group]) ?? []));
  const end = isEnd ? loaded.length : loaded.findLastIndex(({ id }) => current.has(id));
  return loaded.flatMap((row, index) => {
    const update = current.get(row.id);
    if (update) return [update];
    const group = groups.get(row.id);
    if (group) return [{ ...row, group }];
    return index < end ? [] : [row];
  });
}

/**
 * Returns the rows of the list's first page, as it is now, that are new. Rows after the last loaded one
 * aren't new, only not loaded yet; if none is loaded, all are new, and there may be more.
 */
export function newRows(loaded: ReadonlySet<string>, fresh: readonly FeedbackRow[]): string[] {
  const ids = fresh.map(({ id }) => id);
  const last = ids.findLastIndex((id) => loaded.has(id));
  return (last < 0 ? ids : ids.slice(0, last)).filter((id) => !loaded.has(id));
}
