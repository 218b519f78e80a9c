import { expect, test } from "vitest";
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
  ["a key of another source", { helpful: true }, /helpful/],
  ["a missing key", { comment: undefined }, /^comment: /],
  ["another status", { status: "done" }, /^status: /],
  ["NUL", { comment: "a\0b" }, /NUL/],
  ["an ID that is too long", { id: "x".repeat(501) }, /^id: must be at most 500/],
  ["a lone surrogate in the ID", { id: "fb_\ud800" }, /^id: /],
])("an entry with %s is rejected with the reason", (_, fields, reason) => {
  expect(reasonFor(fields)).toEqual({ reason: expect.stringMatching(reason) });
});

test("anything but an object is rejected", () => {
  expect(validateEntry("text")).toHaveProperty("reason");
  expect(validateEntry(null)).toHaveProperty("reason");
});
