import { queryOptions } from "@tanstack/react-query";
import type { FeedbackRow } from "../contract/api/feedback.ts";
import { type FeedbackFilters, serializeFilters } from "../filters/feedback-filters.ts";
import { FIRST_PAGE, fetchRows } from "./feedback.ts";

/** Rows of an opened group stand for nothing but themselves. */
const MEMBER = { ids: [], items: 0, pages: 0, isRecurrence: false };

/** The next rows of a group that match the filters, without the one that stands for them. */
export const groupRows = (projectId: string, filters: FeedbackFilters, id: string) => {
  const filterKey = serializeFilters({ ...filters, grouped: null, similarTo: id });
  return queryOptions({
    queryKey: ["feedback", projectId, "group", filterKey],
    queryFn: async ({ signal }): Promise<FeedbackRow[]> => {
      const { feedback } = await fetchRows(projectId, filterKey, FIRST_PAGE, signal);
      return feedback.flatMap((row) => (row.id === id ? [] : [{ ...row, group: MEMBER }]));
    },
  });
};
