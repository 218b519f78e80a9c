import { describe, expect, test } from "vitest";
import type { Evidence } from "../../lib/contract/api/feedback.ts";
import { countedOnly, countedWords } from "../../lib/prompt/evidence.ts";
import { type JobPart, splitEvidence } from "../../lib/prompt/split.ts";
import { evidence } from "../support/evidence.ts";

const many = (count: number, fields: Partial<Evidence>) =>
  Array.from({ length: count }, (_, index) =>
    evidence({ ...fields, id: `${fields.page}_${index}` }),
  );
const sizes = (parts: JobPart[]) => parts.map(({ key, items }) => [key, items.length]);

describe("a selection", () => {
  const items = [
    ...many(2, { page: "/b" }),
    ...many(3, { page: "/a" }),
    ...many(1, { page: "/c" }),
  ];

  test("is one job, or one per page, those with the most items first", () => {
    expect(sizes(splitEvidence(items, "none"))).toEqual([[null, 6]]);
    expect(sizes(splitEvidence(items, "page"))).toEqual([
      ["/a", 3],
      ["/b", 2],
      ["/c", 1],
    ]);
    expect(splitEvidence(items, "page").map(({ page }) => page)).toEqual(["/a", "/b", "/c"]);
  });

  test("is one job per theme, and one per page for what belongs to none", () => {
    const themed = items.map((item, index) => ({
      ...item,
      groupId: index % 2 ? "odd" : `${index}`,
    }));
    const parts = splitEvidence(themed, "theme");
    expect(sizes(parts)).toEqual([
      ["theme\nodd", 3],
      ["/a", 2],
      ["/b", 1],
    ]);
    expect(parts.map(({ page }) => page)).toEqual([null, "/a", "/b"]);
    expect(
      parts
        .flatMap((part) => part.items)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(items.map(({ id }) => id).toSorted());
  });

  test("makes several jobs of a page that has too many items or too long ones for one prompt", () => {
    const parts = splitEvidence(
      [...many(1_200, { page: "/a" }), ...many(1, { page: "/b" })],
      "page",
    );
    expect(sizes(parts)).toEqual([
      ["/a", 500],
      ["/a\n2", 500],
      ["/a\n3", 200],
      ["/b", 1],
    ]);
    expect(parts.map(({ place }) => place && `${place.number} of ${place.of}`)).toEqual([
      ...["1 of 3", "2 of 3", "3 of 3"],
      null,
    ]);
    const long = many(4, { page: "/a", comment: "x".repeat(70_000) });
    expect(sizes(splitEvidence(long, "page")).map(([, count]) => count)).toEqual([2, 2]);
    expect(
      splitEvidence(many(1, { page: "/a", comment: "x".repeat(400_000) }), "page"),
    ).toHaveLength(1);
  });
});

describe("votes without words, and praise", () => {
  const vote = evidence({ id: "vote", comment: " " });
  const praise = evidence({ id: "praise", helpful: true, isPraise: true });

  test("are only counted beside what has words", () => {
    const told = evidence({ id: "told" });
    expect(countedOnly([vote, told, praise]).map(({ id }) => id)).toEqual(["vote", "praise"]);
    expect(countedOnly([vote, praise])).toEqual([]);
    expect(countedOnly([evidence({ comment: null, reasons: ["Out of date"] }), told])).toEqual([]);
  });

  test("are the last jobs of a selection if a page or a theme has nothing else", () => {
    const praised = [1, 2, 3].map((number) => ({ ...praise, id: `${number}`, page: "/praised" }));
    const pagesOf = (items: Evidence[]) => splitEvidence(items, "page").map(({ page }) => page);
    expect(pagesOf([...praised, evidence({ page: "/told" })])).toEqual(["/told", "/praised"]);
    expect(pagesOf([...praised, evidence({ ...vote, page: "/voted" })])[0]).toBe("/praised");
  });

  test("are counted in words", () => {
    expect(countedWords([vote, vote, praise])).toBe("2 votes without words and 1 with praise");
    expect(countedWords([vote])).toBe("1 vote without words");
    expect(countedWords([praise])).toBe("1 with praise");
    expect(countedWords([])).toBe("");
  });
});
