import type { InfiniteData } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { FeedbackRow, FeedbackRows } from "../../lib/contract/api/feedback.ts";
import { withUnchangedRows } from "../../lib/queries/unchanged-rows.ts";

const pages = (...ids: string[][]): InfiniteData<FeedbackRows, number> => ({
  pages: ids.map((own) => ({
    feedback: own.map((id): FeedbackRow => ({ ...ROW, id, labels: [`of-${id}`] })),
    nextCursor: own.at(-1) ?? null,
    prevCursor: own[0] ?? null,
    hasMore: true,
  })),
  pageParams: ids.map((_, index) => index),
});

const ROW: FeedbackRow = {
  id: "",
  source: "agent",
  status: "pending",
  platformStatus: "pending",
  path: "/",
  page: "/",
  comment: null,
  reasons: null,
  createdAt: null,
  helpful: null,
  deletedAt: null,
  assignee: null,
  notes: 0,
  job: null,
  match: null,
};

const rowsOf = ({ pages: loaded }: InfiniteData<FeedbackRows>) =>
  new Map(loaded.flatMap(({ feedback }) => feedback.map((row) => [row.id, row])));

test.each([
  ["a page is dropped", pages(["b1", "b2"], ["c1", "c2"], ["d1"])],
  ["an item arrives", pages(["new", "a1"], ["a2", "b1"], ["b2", "c1"])],
])("rows that didn't change stay the same objects when %s", (_, after) => {
  const before = pages(["a1", "a2"], ["b1", "b2"], ["c1", "c2"]);
  const known = rowsOf(before);
  const result = withUnchangedRows(before, after);
  expect(result).toEqual(after);
  const kept = [...rowsOf(result)].filter(([id]) => known.has(id));
  expect(kept).toHaveLength(after.pages.flatMap(({ feedback }) => feedback).length - 1);
  for (const [id, row] of kept) expect(row).toBe(known.get(id));
});

test("a row that changed is a new object with what didn't change of it", () => {
  const before = pages(["a1"]);
  const after = pages(["a1"]);
  const [row] = after.pages[0]?.feedback ?? [];
  if (row) row.status = "resolved";
  const result = rowsOf(withUnchangedRows(before, after)).get("a1");
  const was = rowsOf(before).get("a1");
  expect(result).not.toBe(was);
  expect(result?.status).toBe("resolved");
  expect(result?.labels).toBe(was?.labels);
});

test("equal pages are the same object, and a page with another cursor isn't", () => {
  const before = pages(["a1", "a2"], ["b1"]);
  expect(withUnchangedRows(before, pages(["a1", "a2"], ["b1"]))).toBe(before);
  const after = pages(["a1", "a2"], ["b1"]);
  const [first, last] = after.pages;
  if (last) last.nextCursor = "later";
  const result = withUnchangedRows(before, after);
  expect(result).toEqual(after);
  expect(result.pages[0]).toBe(before.pages[0]);
  expect(result.pages[0]).toEqual(first);
});
