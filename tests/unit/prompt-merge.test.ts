import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeLines } from "../../lib/prompt/merge-lines.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}\n`);

test("merging without conflicting changes keeps the edited text", () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c"), { maxLength: 900 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [base, edited] = [one.join(""), other.join("")];
      expect(mergeLines(base, edited, base)).toEqual({ text: edited, replacedLines: [] });
      expect(mergeLines(base, base, edited)).toEqual({ text: edited, replacedLines: [] });
      expect(mergeLines(base, edited, edited)).toEqual({ text: edited, replacedLines: [] });
    }),
    { numRuns: 50 },
  );
});

test("texts of twenty thousand lines are merged with all edits in place", () => {
  const base = numbered(20_000);
  const mine = base.map((line, at) => (at % 10 === 0 ? `mine, ${line}` : line));
  const theirs = base.map((line, at) => (at % 10 === 5 ? `theirs, ${line}` : line));
  const both = mine.map((line, at) => (at % 10 === 5 ? (theirs[at] ?? "") : line));
  const merged = mergeLines(base.join(""), mine.join(""), theirs.join(""));
  expect(merged).toEqual({ text: both.join(""), replacedLines: [] });
});

test("repeated lines between unique ones are matched, too", () => {
  const text = (first: string, last: string) =>
    Array.from({ length: 1_000 }, (_, page) => `# ${page}\n${first}\nsame\n\n${last}\n`).join("");
  const merged = mergeLines(text("one", "two"), text("mine", "two"), text("one", "theirs"));
  expect(merged).toEqual({ text: text("mine", "theirs"), replacedLines: [] });
});

test("a long range that both changed keeps mine and reports the replaced lines", () => {
  const base = ["top\n", ...new Array(2_000).fill("same\n"), "end\n"];
  const mine = base.map((line) => (line === "same\n" ? "mine\n" : line));
  const theirs = base.map((line) => (line === "same\n" ? "theirs\n" : line));
  const merged = mergeLines(base.join(""), mine.join(""), theirs.join(""));
  expect(merged.text).toBe(mine.join(""));
  expect(merged.replacedLines).toHaveLength(2_000);
});
