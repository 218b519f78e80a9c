import { expect, test } from "vitest";
import { parseYaml } from "../../lib/text/yaml.ts";

test.each<[string, unknown]>([
  ["a: 1\nb: [x, { c: null }]\na: 2", { a: 2, b: ["x", { c: null }] }],
  ["---\na: 1\n---\nb: 2", { a: 1 }],
  ["a: &x [1]\nb: *x\nc: *x", { a: [1], b: [1], c: [1] }],
  // An alias in what another one stands for.
  ["a: &x [1]\nb: &y [*x]\nc: *y", { a: [1], b: [null], c: [null] }],
  ["%YAML 1.1\n---\na: &x { k: 1 }\nb: { <<: *x }", { a: { k: 1 }, b: { "<<": { k: 1 } } }],
  [
    "a: !ENV [A, b]\nc: !include d.yml\ne: !!python/name:f",
    { a: "b", c: "!include d.yml", e: null },
  ],
  [`${"- ".repeat(40)}x`, expect.any(Array)],
])("text %# is read", (text, value) => {
  expect(parseYaml(text)).toEqual(value);
});

test.each([
  "a: [",
  "]",
  "a: b: c",
  "? [a]\n: b",
  "{ { a: 1 }: b }",
  "{ [a]: b }",
  "a: &x b\n*x : c",
  "a: *b",
  "- ".repeat(60),
  `a: &x b\nc: [${"*x,".repeat(101)}]`,
  `[${"a,".repeat(51_000)}]`,
])("text %# counts as invalid", (text) => {
  expect(parseYaml(text)).toBeUndefined();
});
