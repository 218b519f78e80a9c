import { expect, test } from "vitest";
import { isSuitable } from "../../scripts/setup/pinned-node.mjs";

test.each([
  ["the pinned one", true, {}],
  ["the oldest one", true, { node: "24.11.0" }],
  ["one that is too old", false, { node: "24.10.0" }],
  ["one of another major version", false, { node: "20.20.2" }],
  ["a newer major version", false, { node: "26.0.0" }],
  ["one without languages", false, { icu: undefined }],
])("%s runs Errata: %s", (_, runs, changed) => {
  const machine = { versions: { ...process.versions, ...changed }, features: process.features };
  expect(isSuitable("24.21.0", machine)).toBe(runs);
});

test("a Node without TypeScript doesn't run Errata", () => {
  const features = { ...process.features, typescript: false } as const;
  expect(isSuitable("24.21.0", { versions: process.versions, features })).toBe(false);
});
