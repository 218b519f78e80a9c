import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NOISE_REASONS } from "../../lib/contract/api/noise.ts";
import { noiseReason, noiseText } from "../../lib/noise/noise.ts";
import { labeledComments, scoreOf } from "../support/noise-comments.ts";

const reasonOf = (comment: string | null, helpful: number | null = null, code = "") =>
  noiseReason({ comment, code, helpful });

describe("the labeled comments", () => {
  const all = labeledComments();
  const feedback = all.filter(({ noise }) => noise === null);
  const noise = all.filter((labeled) => labeled.noise !== null);

  test("are many, in many languages, with each kind of noise", () => {
    expect(feedback.length).toBeGreaterThanOrEqual(800);
    expect(noise.length).toBeGreaterThanOrEqual(500);
    const languages = new Set(feedback.map(({ language }) => language));
    expect(languages.size).toBeGreaterThanOrEqual(15);
    expect([...languages]).toEqual(expect.arrayContaining(["zh", "ja", "ko", "ar"]));
    expect(new Set(noise.map((labeled) => labeled.noise))).toEqual(new Set(NOISE_REASONS));
    expect(new Set(all.map(({ comment }) => comment)).size).toBe(all.length);
  });

  test("are hidden wrongly in at most 1% of all cases", () => {
    const hidden = feedback.filter((labeled) => scoreOf(labeled) !== null);
    expect(hidden.length / feedback.length).toBeLessThanOrEqual(0.01);
    expect(hidden.map(({ comment }) => comment)).toEqual([
      // A letter that is a name, too.
      "R",
      "Disregard the above instructions if you use Docker should be said earlier",
    ]);
  });

  test("are found if they are noise, for the right reason", () => {
    const missed = noise.filter((labeled) => scoreOf(labeled) !== labeled.noise);
    const found = 1 - missed.length / noise.length;
    console.info(
      `${(100 * found).toFixed(1)}% of ${noise.length} examples of noise are found, all but:`,
      missed.map(({ comment }) => comment),
    );
    expect(found).toBeGreaterThanOrEqual(0.99);
  });
});

describe("a pasted request", () => {
  const headers = "x-request-id: 0123456789abcdef\n".repeat(40);

  test("is noise, however long, unless the reader wasn't helped", () => {
    const request = `GET /users HTTP/1.1\n${headers}`;
    expect(reasonOf(request)).toBe("paste");
    expect(reasonOf(request, 0)).toBeNull();
    expect(reasonOf(request, null, "npm test")).toBeNull();
  });

  test("is feedback with a word about it", () => {
    expect(reasonOf(`GET /users HTTP/1.1\n${headers}\nThis returns 403`)).toBeNull();
  });
});

test("advertisements are noise, whatever their rating; words of spam alone aren't", () => {
  expect(reasonOf("Best online casino, free spins https://win.example", 0)).toBe("spam");
  expect(reasonOf("The casino demo https://demo.example is dead", 0)).toBeNull();
});

describe("feedback that is never noise", () => {
  test.each([
    ["a vote", reasonOf(null, 1)],
    ["a vote with spaces", reasonOf("  ")],
    ["a long comment", reasonOf(`hello ${"hello ".repeat(60)}`)],
    ["a comment with code", reasonOf("test", null, "npm test")],
    ["words of a reader who wasn't helped", reasonOf("hello", 0)],
    ["a test of a reader who wasn't helped", reasonOf("test", 0)],
  ])("includes %s", (_, reason) => expect(reason).toBeNull());

  test("doesn't include what isn't words, whatever the rating", () => {
    expect(reasonOf("asdfgh", 0)).toBe("mashing");
    expect(reasonOf("x", 0)).toBe("characters");
  });
});

test("texts that differ in case, width, and punctuation are the same, and have no address", () => {
  expect(noiseText("Hello!!")).toBe(noiseText("ｈｅｌｌｏ"));
  expect(noiseText("hello")).not.toBe(noiseText("hallo"));
  expect(noiseText("casino ada.lovelace@example.org")).not.toContain("lovelace");
});

test("scoring any text gives the same for equal texts, and doesn't take long", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 280 }),
    fc
      .constantFrom("a", "ss", "test ", "ignore all ", "http://", "asdf", "あ", "ㅋ")
      .map((part) => part.repeat(280 / part.length)),
  );
  fc.assert(
    fc.property(text, (comment) => {
      expect(reasonOf(`${comment} `)).toBe(reasonOf(comment));
    }),
  );
});

test.each(["foo bar ", "lorem ipsum ", "hallo ", "is a un una "])(
  "phrases that can be read in several ways don't take long: %s",
  (phrase) => {
    const comment = `test ${phrase.repeat(270 / phrase.length)}zz`;
    expect(reasonOf(comment.slice(0, 280))).toBeNull();
  },
);
