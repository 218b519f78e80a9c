import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSearch } from "../../lib/text/search-query.ts";
import { matches, searchable } from "../../lib/text/searchable.ts";

const found = (text: string, q: string) =>
  matches(text, parseSearch(q).all).map(({ start, end }) => text.slice(start, end));

describe("highlighting", () => {
  test("marks what the search found in its original spelling", () => {
    expect(found("Token and TOKEN", "token")).toEqual(["Token", "TOKEN"]);
    expect(found("café CAFE\u0301", "café")).toEqual(["café", "CAFE\u0301"]);
    expect(found("ﬁne ＣＵＲＬ", "f")).toEqual(["ﬁ"]);
    expect(found("ﬁne ＣＵＲＬ", "curl")).toEqual(["ＣＵＲＬ"]);
    expect(found("設定の東京都", "東京")).toEqual(["東京"]);
    expect(found("ก็คือ", "คือ")).toEqual(["คือ"]);
    expect(found("İstanbul ΟΔΟΣ", '"i̇stanbul οδος"')).toEqual(["İstanbul ΟΔΟΣ"]);
    expect(found("100%_x", "%_")).toEqual(["%_"]);
    expect(found("aaa", "aa")).toEqual(["aa"]);
    expect(found("anything", "  ")).toEqual([]);
    expect(found("The token, or tokens", 'kens tok "e t"')).toEqual(["e tok", "tokens"]);
  });

  test("marks a place in every text that the search finds, in order", () => {
    const unit = fc.constantFrom(..."abAB ée\u0301ﬁΣσς東İ👩‍💻\u200d");
    const words = fc.string({ unit, maxLength: 12 });
    fc.assert(
      fc.property(words, words, (text, q) => {
        const wanted = parseSearch(q).all;
        const marked = matches(text, wanted);
        if (wanted.some((one) => searchable(text).includes(one))) expect(marked).not.toEqual([]);
        let last = 0;
        for (const { start, end } of marked) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = end;
        }
      }),
      { numRuns: 500 },
    );
  });
});
