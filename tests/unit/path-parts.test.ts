import { expect, test } from "vitest";
import { pathParts } from "../../components/ui/path-text.tsx";

test.each([
  ["/guides/authentication", ["/guides/", "authentication"]],
  ["/a//b/", ["/a//", "b/"]],
  ["https://example.org/docs/a?next=/b", ["https://", "example.org/", "docs/", "a?next=/", "b"]],
  ["//example.org/a", ["//example.org/", "a"]],
  ["/", ["/"]],
  ["", [""]],
  ["docs\\a", ["docs\\a"]],
])("the parts of %s", (path, parts) => {
  expect(pathParts(path)).toEqual(parts);
  expect(pathParts(path).join("")).toBe(path);
});
