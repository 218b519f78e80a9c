import { expect, test } from "vitest";
import { parseHunks } from "../../lib/platform/host/patch.ts";

const LIMIT = { lines: 100, characters: 10_000 };
const linesOf = (...patch: string[]) =>
  parseHunks("a", ["diff --git a/a b/a", "--- a/a", "+++ b/a", "@@ -1,2 +1,2 @@", ...patch], LIMIT)
    .hunks.flatMap(({ lines }) => lines)
    .map(({ kind, text }) => `${kind} ${text}`);

test("a diff shows what is invisible only where it changed", () => {
  const same = [" a\r", "-teh\r", "+the\r"];
  expect(linesOf(...same)).toEqual(["context a", "removed teh", "added the"]);
  expect(linesOf(" a\r", "-b\r", "+b")).toEqual(["context a␍", "removed b␍", "added b"]);
  expect(linesOf("-b", "\\ No newline at end of file", "+b")).toEqual([
    "removed b (no newline at end of file)",
    "added b",
  ]);
  expect(linesOf("+b", "\\ No newline at end of file")).toEqual(["added b"]);
});

test("a line whose text isn't the line itself has it, or says that it can't be edited", () => {
  const read = (...patch: string[]) =>
    parseHunks("a", ["@@ -1,2 +1,2 @@", ...patch], LIMIT)
      .hunks.flatMap(({ lines }) => lines)
      .map(({ text, source }) => [text.slice(0, 3), source]);
  expect(read("-b\r", "+c\r")).toEqual([
    ["b", undefined],
    ["c", undefined],
  ]);
  expect(read("-b\r", "+c")).toEqual([
    ["b␍", "b"],
    ["c", undefined],
  ]);
  expect(read("-b", "\\ No newline at end of file", "+c")).toEqual([
    ["b (", "b"],
    ["c", undefined],
  ]);
  expect(read("+d\re", `+${"x".repeat(3_000)}`)).toEqual([
    ["d\re", null],
    ["xxx", null],
  ]);
});
