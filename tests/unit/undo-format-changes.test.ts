import { describe, expect, test } from "vitest";
import { matchLines, undoFormatChanges } from "../../lib/platform/host/undo-format-changes.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

/** What a tool wrote, what is kept of it, and what is undone. */
const CASES: [string, string | Buffer, string | Buffer, string | Buffer, string[]][] = [
  ["a word", "a\r\nteh\r\nc\r\n", "a\r\nthe\r\nc\r\n", "a\r\nthe\r\nc\r\n", []],
  ["converted endings", "a\r\nteh\r\n", "a\nteh\n", "a\r\nteh\r\n", ["line endings"]],
  [
    "a word and the endings",
    "a\r\nteh\r\nc\r\n",
    "a\nthe\nc\n",
    "a\r\nthe\r\nc\r\n",
    ["line endings"],
  ],
  ["endings to CRLF", "a\nteh\nc\n", "a\r\nthe\r\nc\r\n", "a\nthe\nc\n", ["line endings"]],
  [
    "lone carriage returns",
    "a\rteh\rc",
    "a\nthe\nc\n",
    "a\rthe\rc",
    ["line endings", "final line break"],
  ],
  [
    "mixed endings",
    "a\nb\r\nc\r\nd\n",
    "a\nB\nnew\nc\nd\n",
    "a\nB\nnew\nc\r\nd\n",
    ["line endings"],
  ],
  [
    "a changed line among mixed ones",
    "a\nb\r\nc\nd\n",
    "a\nB\nc\nd\n",
    "a\nB\r\nc\nd\n",
    ["line endings"],
  ],
  ["new lines", "a\r\nb\r\n", "a\r\nnew\nb\r\n", "a\r\nnew\r\nb\r\n", ["line endings"]],
  ["a moved line", "a\nb\r\nc\n", "b\nc\na\n", "b\r\nc\na\n", ["line endings"]],
  ["a final line break", "a\nteh", "a\nteh\n", "a\nteh", ["final line break"]],
  ["a removed final line break", "a\nteh\n", "a\nthe", "a\nthe\n", ["final line break"]],
  ["several final line breaks", "teh\nb\n\n\n", "the\nb\n", "the\nb\n\n\n", ["final line break"]],
  ["text after the last line", "a", "a\nb", "a\nb", []],
  ["a byte order mark", "\ufeffa\nteh\n", "a\nthe\n", "\ufeffa\nthe\n", ["byte order mark"]],
  ["an added byte order mark", "a\n", "\ufeffa\n", "a\n", ["byte order mark"]],
  [
    "UTF-16 as UTF-8",
    utf16le("a\r\nteh é\r\n"),
    "a\nthe é\n",
    utf16le("a\r\nthe é\r\n"),
    ["encoding", "byte order mark", "line endings"],
  ],
  ["UTF-16 as UTF-16", utf16le("teh é\r\n"), utf16le("the é\r\n"), utf16le("the é\r\n"), []],
  [
    "Latin-1 as UTF-8",
    latin1("é\r\nteh\r\n"),
    "é\nthe\n",
    latin1("é\r\nthe\r\n"),
    ["encoding", "line endings"],
  ],
  [
    "Latin-1 read as UTF-8",
    latin1("caf\xe9\nteh \xe9\n"),
    "caf\ufffd\nthe \ufffd\n",
    latin1("caf\xe9\nthe \xe9\n"),
    ["encoding"],
  ],
  ["Latin-1 as it is", latin1("\xe9\nteh\n"), latin1("\xe9\nthe\n"), latin1("\xe9\nthe\n"), []],
  ["an emoji in Latin-1", latin1("\xe9\nteh\n"), "é\n👍\n", "é\n👍\n", []],
  [
    "a binary file",
    Buffer.from([0, 13, 10, 7]),
    Buffer.from([0, 10, 7]),
    Buffer.from([0, 10, 7]),
    [],
  ],
  ["an emptied file", "a\r\n", "", "", []],
  ["a filled file", "", "a\n", "a\n", []],
];

describe("a changed file", () => {
  test.each(CASES)("keeps its bytes: %s", (_, before, now, kept, undone) => {
    const found = undoFormatChanges(Buffer.from(before), Buffer.from(now));
    expect(found.bytes).toEqual(Buffer.from(kept));
    expect(found.undone.toSorted()).toEqual(undone.toSorted());
  });

  test("of the size of a book is matched line by line", () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `${index % 7} ${index % 9_000}`);
    const origins = matchLines(lines, ["new", ...lines]);
    expect(origins.slice(1)).toEqual(lines.map((_, index) => index));
  });
});
