import { type InfiniteData, replaceEqualDeep } from "@tanstack/react-query";
import type { FeedbackRow, FeedbackRows } from "../contract/api/feedback.ts";

/**
 * Returns the loaded pages with the previous objects of all rows that are equal, so that these aren't rendered again.
 * React Query compares arrays by position, which differs for every row once a page is dropped or an item arrives.
 */
export function withUnchangedRows<Start>(
  before: InfiniteData<FeedbackRows, Start> | undefined,
  after: InfiniteData<FeedbackRows, Start>,
): InfiniteData<FeedbackRows, Start> {
  const rows = before?.pages.flatMap(({ feedback }) => feedback) ?? [];
  const previous = new Map<string, FeedbackRow>(rows.map((row) => [row.id, row]));
  const pages = after.pages.map((page) => ({
    ...page,
    feedback: page.feedback.map((row) => replaceEqualDeep(previous.get(row.id), row)),
  }));
  return { ...after, pages };
}
