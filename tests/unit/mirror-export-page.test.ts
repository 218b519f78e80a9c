import { expect, test } from "vitest";
import { parseExportPage } from "../../lib/mirror/export/export-page.ts";

const entry = { id: "fb_1", path: "/a", source: "contextual", status: "pending" };
const pageOf = (...feedback: unknown[]) =>
  parseExportPage({ feedback, oversized: [], nextCursor: null, hasMore: false }, 100);

test.each([
  ["lists", (levels: number) => "[".repeat(levels) + "]".repeat(levels)],
  ["objects", (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`],
])("an entry with deeply nested %s is rejected, the others are read", (_what, nested) => {
  const deep = { ...entry, id: "fb_2", contact: "a@b.example", extra: JSON.parse(nested(20_000)) };
  const page = pageOf(entry, deep, JSON.parse(nested(20_000)));
  expect(page.entries.map(({ entry: { id } }) => id)).toEqual(["fb_1"]);
  expect(page.rejected).toMatchObject([
    { entryId: "fb_2", reason: "The item is nested too deeply." },
    { entryId: null, reason: "The item is nested too deeply." },
  ]);
  const raw = JSON.parse(page.rejected[0]?.raw ?? "");
  expect(raw).toEqual({ ...entry, id: "fb_2", contact: "•••", extra: "…" });
  expect(pageOf({ ...entry, extra: JSON.parse(nested(50)) }).rejected).toEqual([]);
});

test("an ID that is too long for an index is rejected", () => {
  const [rejected] = pageOf({ ...entry, id: "x".repeat(9_000) }).rejected;
  expect(rejected).toMatchObject({ entryId: null, reason: "id is too long." });
});

test("a rejected entry hides the reader's email address", () => {
  const [rejected] = pageOf({ ...entry, status: 7, contact: "reader@example.org" }).rejected;
  expect(JSON.parse(rejected?.raw ?? "")).toEqual({ ...entry, status: 7, contact: "•••" });
});
