import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noteParts } from "../../lib/text/note-parts.ts";

const TEAM = ["Ada", "Ada Admin", "O\u2019Neil (docs)"];
const parts = (text: string) =>
  noteParts(text, TEAM).flatMap(({ kind, text: part }) =>
    kind === "text" ? [] : [`${kind} ${part}`],
  );

describe("the parts of a note", () => {
  test("are links with https, without the sentence around them", () => {
    expect(parts("See https://example.org/a?b=(c). And (https://example.org/d)!")).toEqual([
      "link https://example.org/a?b=(c)",
      "punctuation .",
      "link https://example.org/d",
      "punctuation )!",
    ]);
    expect(parts("http://example.org javascript:alert(1) ftp://example.org https://")).toEqual([]);
  });

  test("are mentions of teammates, by the longest name", () => {
    expect(parts("@Ada Admin, @Ada: ask @O\u2019Neil (docs) or @Adam, not ada@Ada.org")).toEqual([
      "mention @Ada Admin",
      "mention @Ada",
      "mention @O\u2019Neil (docs)",
    ]);
    expect(noteParts("@Ada", [])).toEqual([{ kind: "text", text: "@Ada" }]);
  });

  test("are mentions of names with any ASCII sign", () => {
    const signs = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    for (const name of ["Jean-Luc Picard", ...signs.map((sign) => `A${sign}b`)]) {
      expect(noteParts(`Ask @${name}`, [name, "Ada"]), name).toEqual([
        { kind: "text", text: "Ask " },
        { kind: "mention", text: `@${name}` },
      ]);
    }
  });

  test("are the whole text, for every text", () => {
    const piece = fc.constantFrom("https://", "@", "Ada", " ", ".", ")", "é", "x.org/", "\n");
    fc.assert(
      fc.property(
        fc.array(piece),
        fc.array(piece.filter((name) => name.trim() !== "")),
        (all, names) => {
          const text = all.join("");
          expect(
            noteParts(text, names)
              .map((part) => part.text)
              .join(""),
          ).toBe(text);
        },
      ),
    );
  });
});
