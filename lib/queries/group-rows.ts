import { queryOptions, skipToken } from "@tanstack/react-query";
import type { FeedbackRow, FeedbackRows } from "../contract/api/feedback.ts";
import { MAX_GROUP_IDS } from "../contract/api/list-limits.ts";
import { type FeedbackFilters, serializeFilters } from "../filters/feedback-filters.ts";
import { FIRST_PAGE, fetchRows, groupRowsKey } from "./feedback.ts";

/** Rows of an opened group stand for nothing but themselves. */
const MEMBER = { ids: [], items: 0, pages: 0, isRecurrence: false };

/** ID of the row whose group is open, or an empty string. Only the page sets it. */
export const openedGroup = queryOptions<string>({
  queryKey: ["opened-group"],
  queryFn: skipToken,
});

/** All rows of a group that match the filters, without the one that stands for them; as many as one key changes. */
export const groupRows = (projectId: string, filters: FeedbackFilters, id: string) => {
  const filterKey = serializeFilters({ ...filters, grouped: null, similarTo: id });
  return queryOptions({
    queryKey: [...groupRowsKey(projectId), filterKey, id],
    queryFn: async ({ signal }): Promise<FeedbackRow[]> => {
      const rows: FeedbackRow[] = [];
      let start = FIRST_PAGE;
      let page: FeedbackRows;
      do {
        page = await fetchRows(projectId, filterKey, start, signal);
        rows.push(...page.feedback);
        start = { cursor: page.nextCursor, row: rows.length };
      } while (page.nextCursor !== null && rows.length < MAX_GROUP_IDS);
      return rows.flatMap((row) => (row.id === id ? [] : [{ ...row, group: MEMBER }]));
    },
    // Other filters show the group's rows until theirs are there, as the list does.
    placeholderData: (rows, query) => (query?.queryKey.at(-1) === id ? rows : undefined),
  });
};
