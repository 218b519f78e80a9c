import { expect, test } from "vitest";
import { readEdit } from "../../components/settings/unsaved-edit.ts";

const like = { paths: "", limit: "", names: ["a"], isOn: false };
const edit = { from: like, to: { ...like, paths: "docs/**", names: [] } };

test("a kept edit is read as it was written", () => {
  expect(readEdit(JSON.stringify(edit), like)).toEqual(edit);
  const text = { from: "", to: "Be brief." };
  expect(readEdit(JSON.stringify(text), "")).toEqual(text);
});

test.each([
  ...[null, "", "{", "[]", "null", "{}", '"text"'],
  JSON.stringify({ ...edit, to: { paths: "docs/**" } }),
  JSON.stringify({ ...edit, from: { ...like, limit: 5 } }),
])("an edit of an earlier version, or none, isn't read from %j", (text) => {
  expect(readEdit(text, like)).toBeNull();
});
