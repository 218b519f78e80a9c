import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerpt, searchedText } from "../../lib/text/excerpt.ts";
import { parseSearch, type SearchQuery } from "../../lib/text/search-query.ts";
import { searchable } from "../../lib/text/searchable.ts";

const finds = (q: string, text: string) => {
  const { all, none } = parseSearch(q);
  const normal = searchable(text);
  return all.every((one) => normal.includes(one)) && !none.some((one) => normal.includes(one));
};

describe("a search", () => {
  test.each<[string, Partial<SearchQuery>]>([
    ["token Fails", { all: ["token", "fails"] }],
    ['"token fails" 401', { all: ["token fails", "401"] }],
    ["token -login", { all: ["token"], none: ["login"] }],
    ['-"log in" -x', { none: ["log in", "x"] }],
    ["“log in” －draft", { all: ["log in"], none: ["draft"] }],
    ["設定　東京", { all: ["設定", "東京"] }],
    // Parts of words imply nothing else.
    ["token to token", { all: ["token"] }],
    ["-to -token", { none: ["to"] }],
    // Code.
    ["--force -H", { all: ["--force"], none: ["h"] }],
    ['class="note" 5"', { all: ['class="note"', '5"'] }],
    ['"class="note""', { all: ['class="note"'] }],
    ['"-H" """', { all: ["-h", '"'] }],
    ["a-b - c", { all: ["a-b", "c"] }],
    // As it is typed.
    ['"log in', { all: ["log in"] }],
    ['token "', { all: ["token"] }],
    ["token -", { all: ["token"] }],
    ['-"', {}],
    ['"" "  "', {}],
    ["  ", {}],
  ])("%j", (q, expected) => {
    expect(parseSearch(q)).toEqual({ all: [], none: [], ...expected });
  });

  const unit = fc.constantFrom(..."abAé東-–\"“” '\\%_*()\n", "e\u0301", "ﬁ", "👩‍💻", "\0");
  const typed = fc.string({ unit, maxLength: 20 });

  test("of any text has only texts that an item can contain", () => {
    fc.assert(
      fc.property(typed, (q) => {
        for (const one of Object.values(parseSearch(q)).flat()) {
          expect(one.trim()).toBe(one);
          expect(one).not.toBe("");
        }
      }),
    );
  });

  test("finds its own words in any order, and never the ones it excludes", () => {
    const word = fc.stringMatching(/^[a-cé東]{1,3}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        word,
        typed,
        (words, no, text) => {
          expect(finds(words.toReversed().join(" "), `${text} ${words.join("x ")}`)).toBe(true);
          expect(finds(`"${words.join(" ")}"`, `x${words.join(" ")}x`)).toBe(true);
          expect(finds(`${words.join(" ")} -${no}`, `${words.join(" ")} ${no}`)).toBe(false);
        },
      ),
    );
  });
});

describe("the part around a match", () => {
  test("starts at a word, is one line, and says where it was cut", () => {
    const text = `${"The words before it. ".repeat(20)}The\n  token ${"and so on ".repeat(40)}`;
    expect(excerpt(searchedText(text), "token")).toMatch(/^… before it\. The token and so on .*…$/);
    expect(excerpt(searchedText("The token"), "token")).toBe("The token");
    expect(excerpt(searchedText("東".repeat(300)), "京")).toBeNull();
  });

  test("contains the match in every script", () => {
    const filler = fc.string({ unit: fc.constantFrom(..."ab é東ﬁＡ", "e\u0301"), maxLength: 400 });
    fc.assert(
      fc.property(filler, filler, (before, after) => {
        const part = excerpt(searchedText(`${before}zebra${after}`), "zebra");
        expect(part).toContain("zebra");
        expect(part?.length).toBeLessThan(300);
      }),
    );
  });
});
