import { type InfiniteData, replaceEqualDeep } from "@tanstack/react-query";
import type { FeedbackRow, FeedbackRows } from "../contract/api/feedback.ts";

/**
 * Returns the loaded pages with the previous objects of everything that is equal, so that it isn't rendered again.
 * React Query compares arrays by position, which differs for every row once a page is dropped or an item arrives.
 */
export function withUnchangedRows<Start>(
  before: InfiniteData<FeedbackRows, Start> | undefined,
  after: InfiniteData<FeedbackRows, Start>,
): InfiniteData<FeedbackRows, Start> {
  if (!before || before === after) return after;
  const rows = before.pages.flatMap(({ feedback }) => feedback);
  const previous = new Map<string, FeedbackRow>(rows.map((row) => [row.id, row]));
  const pages = after.pages.map((page) => {
    const feedback = page.feedback.map((row) => replaceEqualDeep(previous.get(row.id), row));
    const same = before.pages.find((one) => areSame(one.feedback, feedback));
    return same
      ? replaceEqualDeep(same, { ...page, feedback: same.feedback })
      : { ...page, feedback };
  });
  const pageParams = replaceEqualDeep(before.pageParams, after.pageParams);
  const isSame = pageParams === before.pageParams && areSame(before.pages, pages);
  return isSame ? before : { pages, pageParams };
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
