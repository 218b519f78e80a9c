import { expect, test } from "vitest";
import { MAX_ENTRY_BYTES } from "../../lib/contract/platform/entry-limits.ts";
import { parseExportPage } from "../../lib/mirror/export/export-page.ts";
import { validateEntry } from "../../lib/platform/validate-entry.ts";

const entry = {
  id: "fb_1",
  path: "/quickstart",
  comment: "\u202eHidden\u200b",
  createdAt: null,
  status: "pending",
  source: "agent",
};
const reasonFor = (fields: object) => validateEntry({ ...entry, ...fields });

test("texts are kept unchanged, including invisible characters", () => {
  expect(validateEntry(entry)).toEqual({ entry });
});

test("dates become instants, and invalid dates are rejected", () => {
  expect(reasonFor({ createdAt: "2026-10-01T12:00:00+02:00" })).toMatchObject({
    entry: { createdAt: "2026-10-01T10:00:00.000Z" },
  });
  expect(reasonFor({ createdAt: "yesterday" })).toEqual({
    reason: "createdAt: must be null or an ISO 8601 date",
  });
});

test("equal entries have equal JSON, whatever the order of their keys", () => {
  const reversed = Object.fromEntries(Object.entries(entry).reverse());
  expect(JSON.stringify(validateEntry(reversed))).toBe(JSON.stringify(validateEntry(entry)));
});

test.each([
  ["another source", { source: "email" }, /^source: must be one of contextual, /],
  ["a key of another source", { helpful: true }, /^helpful: agent feedback doesn't have this$/],
  ["another status", { status: "done" }, /^status: must be one of pending, /],
  [
    "a word as a vote",
    { source: "contextual", contact: null, helpful: "maybe" },
    /^helpful: must be true or false$/,
  ],
  ["a number as a comment", { comment: 7 }, /^comment: must be a text$/],
  ["NUL", { comment: "a\0b" }, /NUL/],
  ["an ID that is too long", { id: "x".repeat(501) }, /^id: must be at most 500/],
  ["a lone surrogate in the ID", { id: "fb_\ud800" }, /^id: /],
  ["a missing key", { comment: undefined }, /^comment: is missing$/],
  [
    "a date that UTC moves to the year 10000",
    { createdAt: "9999-12-31T23:00-05:00" },
    /^createdAt/,
  ],
  [
    "a comment of more than 32 KB",
    { comment: "é".repeat(16_385) },
    /^comment: .* 32 KB .*32\.1 KB/,
  ],
  ["a path of more than 2 KB", { path: "x".repeat(2_049) }, /^path: must be at most 2 KB in UTF-8/],
  [
    "a language of more than 100 bytes",
    { source: "code_snippet", code: "", filename: null, lang: "x".repeat(101) },
    /^lang: must be at most 100 bytes in UTF-8 \(got 101 bytes\)/,
  ],
  [
    "more than 80 KB of JSON",
    { comment: "\u0001".repeat(20_000) },
    /^must be at most 80 KB as JSON/,
  ],
])("an entry with %s is rejected with the reason", (_, fields, reason) => {
  expect(reasonFor(fields)).toEqual({ reason: expect.stringMatching(reason) });
});

test("anything but an object is rejected", () => {
  expect(validateEntry("text")).toHaveProperty("reason");
  expect(validateEntry(null)).toHaveProperty("reason");
});

test("a page of the largest entries fits into what clients read, and is stored whole", () => {
  const largest = { ...entry, source: "code_snippet", filename: null, lang: null };
  const text = (bytes: number) => "x".repeat(bytes);
  const result = validateEntry({ ...largest, comment: text(32_768), code: text(32_768) });
  expect(result).toHaveProperty("entry");
  const feedback = Array.from({ length: 100 }, () => Object(result).entry);
  const page = { feedback, nextCursor: text(2_000), hasMore: true };
  expect(parseExportPage({ ...page, oversized: [] }, 100).rejected).toEqual([]);
  expect(100 * (MAX_ENTRY_BYTES + 1) + 4_000).toBeLessThan(8 * 1024 * 1024);
});
