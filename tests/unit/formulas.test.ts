import { expect, test } from "vitest";
import { escapeFormulas, unescapeFormulas } from "../../lib/text/formulas.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["＝1", "'＝1"],
  [" =1+1", "' =1+1"],
  ["\u00a0=1", "'\u00a0=1"],
  ["\u200b=1", "'\u200b=1"],
  ["\ufeff=1", "'\ufeff=1"],
  ["' =1", "'' =1"],
  ["\t=1", "'\t'=1"],
  ["a; =1+1", "a; '=1+1"],
  ["a;\u200b=1", "a;\u200b'=1"],
])("a formula in %j becomes %j, and back", (text, cell) => {
  expect(escapeFormulas(text)).toBe(cell);
  expect(unescapeFormulas(cell)).toBe(text);
});

test.each(["", "a = b", "1 - 2", "' a", "it's"])("%j stays as it is", (text) => {
  expect(escapeFormulas(text)).toBe(text);
  expect(unescapeFormulas(text)).toBe(text);
});
