import { expect, test } from "vitest";
import { mergeRows, newRows } from "../../components/live/merge-rows.ts";
import type { FeedbackRow } from "../../lib/contract/api/feedback.ts";

const row = (id: string, status = "pending") => ({ id, status }) as FeedbackRow;
const rows = (ids: string) => [...ids].map((id) => row(id));
const idsOf = (list: FeedbackRow[]) => list.map(({ id }) => id).join("");
const merged = (loaded: string, fresh: string, isEnd = false) =>
  idsOf(mergeRows(rows(loaded), rows(fresh), isEnd));

test("rows that someone reads are updated in place", () => {
  const fresh = [row("a"), row("b", "resolved"), row("c")];
  expect(mergeRows(rows("abc"), fresh, false)).toEqual(fresh);
});

test("new rows don't appear among them, and those that left the list go away", () => {
  expect(merged("abcd", "xyabcd")).toBe("abcd");
  expect(merged("abcd", "xacd")).toBe("acd");
});

test("rows stay if they may have moved behind the page", () => {
  expect(merged("abcd", "xyab")).toBe("abcd");
  expect(merged("abcd", "wxyz")).toBe("abcd");
  expect(merged("abcd", "xyab", true)).toBe("ab");
  expect(merged("abcd", "", true)).toBe("");
});

test("a row stays if its group has another first item now, and stands for the group", () => {
  const group = { ids: ["x", "b"], items: 2, pages: 1, isRecurrence: false };
  const fresh = [row("a"), { ...row("x"), group }, row("c")];
  expect(idsOf(mergeRows(rows("abc"), fresh, true))).toBe("abc");
  expect(mergeRows(rows("abc"), fresh, true)[1]).toEqual({ ...row("b"), group });
});

test("new rows are those before the last one that is loaded", () => {
  const found = (loaded: string, fresh: string) => newRows(new Set(loaded), rows(fresh)).join("");
  expect(found("abcd", "xaybcd")).toBe("xy");
  expect(found("ab", "abcd")).toBe("");
  expect(found("ab", "wxyz")).toBe("wxyz");
  expect(found("", "xy")).toBe("xy");
});
