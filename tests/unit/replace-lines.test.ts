import { describe, expect, test } from "vitest";
import { replaceLines } from "../../lib/platform/host/replace-lines.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Replaces lines, counted from 1, in a file whose characters are bytes. */
function edited(file: string, from: number, to: number, text: string): string | null {
  const lines = { at: from - 1, count: to - from + 1 };
  return replaceLines(latin1(file), lines, text)?.toString("latin1") ?? null;
}

describe("lines that are replaced", () => {
  test("keep their line ends, also where both kinds are mixed", () => {
    expect(edited("a\r\nteh b\r\nc\r\n", 2, 2, "the b")).toBe("a\r\nthe b\r\nc\r\n");
    expect(edited("a\r\nb\nc\r\n", 1, 3, "A\nB\nC")).toBe("A\r\nB\nC\r\n");
    expect(edited("a\r\nb\nc\r\n", 2, 2, "b\nand more")).toBe("a\r\nb\nand more\nc\r\n");
    expect(edited("a\r\nb\r\n", 2, 2, "b1\nb2\nb3")).toBe("a\r\nb1\r\nb2\r\nb3\r\n");
    // Blank lines are lines like others.
    expect(edited("a\n\nb\n", 1, 2, "a\n\n\n")).toBe("a\n\n\n\nb\n");
    expect(edited("a\n\n\nb\n", 2, 3, "\n")).toBe("a\n\n\nb\n");
  });

  test("are removed by an empty text", () => {
    expect(edited("a\nb\nc\n", 2, 2, "")).toBe("a\nc\n");
    expect(edited("a\nb", 2, 2, "")).toBe("a\n");
    expect(edited("a", 1, 1, "")).toBe("");
  });

  test("leave a missing end of the last line missing, and write it between lines", () => {
    expect(edited("a\nb", 2, 2, "B")).toBe("a\nB");
    expect(edited("a\r\nb", 2, 2, "b\nc")).toBe("a\r\nb\r\nc");
    expect(edited("a", 1, 1, "a\nb")).toBe("a\nb");
    expect(edited("a\nb\nc", 1, 3, "b\nc\nd")).toBe("b\nc\nd");
  });

  test("keep a byte order mark, and UTF-8", () => {
    const file = Buffer.from("\ufeffcafé\nthé\n");
    const result = replaceLines(file, { at: 0, count: 1 }, "\ufeffcafés → bar");
    expect(result?.toString()).toBe("\ufeffcafés → bar\nthé\n");
  });

  test("keep the encoding of a file that isn't UTF-8, as far as it has the characters", () => {
    const file = "caf\xe9 teh\nna\xefve\n";
    // As someone sees it who takes it for UTF-8.
    expect(edited(file, 1, 1, "caf\ufffd the")).toBe("caf\xe9 the\nna\xefve\n");
    expect(edited(file, 1, 1, "th\u00e9 the")).toBe("th\xe9 the\nna\xefve\n");
    expect(edited(file, 2, 2, "naive")).toBe("caf\xe9 teh\nnaive\n");
    expect(edited(file, 1, 2, "caf\ufffd teh\nna\ufffdve")).toBe(file);
    expect(edited(file, 1, 1, "caf\ufffd → the")).toBeNull();
    expect(edited(file, 1, 1, "a \ufffd of unknown origin")).toBeNull();
    // Both encodings in one line.
    expect(edited("\xc3\xa9 \xe9\n", 1, 1, "\u00e9 e")).toBeNull();
  });

  test("of a binary file aren't", () => {
    expect(edited("a\0\nb\n", 2, 2, "c")).toBeNull();
  });
});
