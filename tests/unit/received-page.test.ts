import { expect, test } from "vitest";
import { readReceivedPage } from "../../lib/mirror/received-page.ts";

const entry = { id: "fb_1", path: "/a", source: "contextual", status: "pending" };
const pageOf = (...feedback: unknown[]) =>
  readReceivedPage({ feedback, nextCursor: null, hasMore: false });

test.each([
  ["lists", (levels: number) => "[".repeat(levels) + "]".repeat(levels)],
  ["objects", (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`],
])("an entry with %s nested beyond measure is set aside, the others are read", (_what, nested) => {
  const deep = { ...entry, id: "fb_2", contact: "a@b.example", extra: JSON.parse(nested(20_000)) };
  const page = pageOf(entry, deep, JSON.parse(nested(20_000)));
  expect(page.entries.map(({ entry: { id } }) => id)).toEqual(["fb_1"]);
  expect(page.rejected).toMatchObject([
    { entryId: "fb_2", reason: "It is nested too deeply." },
    { entryId: null, reason: "It is nested too deeply." },
  ]);
  const raw = JSON.parse(page.rejected[0]?.raw ?? "");
  expect(raw).toEqual({ ...entry, id: "fb_2", contact: "•••", extra: "…" });
  expect(pageOf({ ...entry, extra: JSON.parse(nested(50)) }).rejected).toEqual([]);
});

test("an identifier that no index takes is set aside", () => {
  const [rejected] = pageOf({ ...entry, id: "x".repeat(9_000) }).rejected;
  expect(rejected).toMatchObject({ entryId: null, reason: "id is too long." });
});

test("what is set aside does not show the reader's address", () => {
  const [rejected] = pageOf({ ...entry, status: 7, contact: "reader@example.org" }).rejected;
  expect(JSON.parse(rejected?.raw ?? "")).toEqual({ ...entry, status: 7, contact: "•••" });
});
