import { expect, test } from "vitest";
import type { FeedbackEntry } from "../../lib/contract/platform/feedback.ts";
import { completeEntry, readPartialEntry } from "../../lib/platform/complete-entry.ts";

const existing: FeedbackEntry = {
  id: "fb_1",
  path: "/quickstart",
  comment: "Typo",
  createdAt: "2026-10-01T00:00:00.000Z",
  status: "resolved",
  source: "contextual",
  helpful: false,
  contact: "reader@example.org",
};

function completed(value: object, before: FeedbackEntry | null = null) {
  const partial = readPartialEntry(value);
  if (!partial) throw new Error("not an object");
  return completeEntry(partial, before);
}

test("fields that are left out keep the value of the existing entry", () => {
  expect(completed({ id: "fb_1", comment: "Changed" }, existing).entry).toEqual({
    ...existing,
    comment: "Changed",
  });
  expect(completed({ id: "fb_1", helpful: null }, existing).entry).toEqual(existing);
});

test("an empty value erases what is stored only where it may", () => {
  const value = { id: "fb_1", contact: null, comment: "" };
  const kept = completed(value, existing);
  expect(kept).toMatchObject({ entry: existing, emptied: ["contact", "comment"] });
  const partial = readPartialEntry(value);
  const erased = partial && completeEntry(partial, existing, true);
  expect(erased?.entry).toEqual({ ...existing, contact: null, comment: "" });
  expect(erased?.emptied).toEqual(["contact", "comment"]);
});

test("fields that a new entry leaves out get their default, if they have one", () => {
  expect(completed({ id: "a", source: "code_snippet", page: "/a" }).entry).toEqual({
    id: "a",
    path: "/a",
    comment: null,
    createdAt: null,
    status: "pending",
    source: "code_snippet",
    code: "",
    filename: null,
    lang: null,
  });
  expect(completed({ id: "a", source: "contextual" }).entry).toMatchObject({
    path: undefined,
    helpful: undefined,
  });
});

test("fields of other sources are dropped, and reported unless they are empty", () => {
  const { entry, dropped } = completed({ id: "a", source: "agent", helpful: true, code: null });
  expect(Object.keys(entry)).not.toContain("helpful");
  expect(dropped).toEqual(["helpful of agent"]);
});

test("unknown fields are ignored, and reported by name", () => {
  const value: unknown = JSON.parse('{"id":"a","page":"/a","rating":5,"__proto__":{"path":"/b"}}');
  const partial = readPartialEntry(value);
  expect(partial?.unknown).toEqual(["rating", "__proto__"]);
  expect([...(partial?.fields.keys() ?? [])]).toEqual(["id", "page"]);
  for (const other of [null, 7, "text", []]) expect(readPartialEntry(other)).toBeNull();
});
