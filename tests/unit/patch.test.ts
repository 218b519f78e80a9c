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
