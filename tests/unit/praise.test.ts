import { describe, expect, test } from "vitest";
import { isPraise } from "../../lib/noise/praise.ts";
import { labeledComments } from "../support/noise-comments.ts";

describe("the labeled comments", () => {
  const all = labeledComments().filter(({ noise }) => noise === null);
  const problems = all.filter(({ praise }) => !praise);
  const praise = all.filter((labeled) => labeled.praise);

  test.each([
    ["as they are rated", null],
    ["if those without a rating were rated as helpful", 1],
  ])("are hidden wrongly in at most 1%% of all cases %s", (_, rating) => {
    const hidden = problems.filter(({ comment, helpful }) =>
      isPraise({ comment, helpful: helpful ?? rating }),
    );
    expect(problems.length).toBeGreaterThanOrEqual(800);
    expect(hidden.length / problems.length).toBeLessThanOrEqual(0.01);
    // "Yes" in Polish is "thank you" in Danish.
    expect(hidden.map(({ comment }) => comment)).toEqual(["tak"]);
  });

  test("are found if they are praise, in many languages", () => {
    const missed = praise.filter((labeled) => !isPraise(labeled));
    expect(new Set(praise.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15);
    expect(missed.map(({ comment }) => comment)).toEqual([]);
  });
});

describe("praise", () => {
  const comment = "Very clear, thank you";

  test.each([
    ["a vote without words", { comment: " ", helpful: 1 }],
    ["what a reader says who wasn't helped", { comment, helpful: 0 }],
    [
      "more than a few words on code",
      { comment: `${comment} to you all`, helpful: 1, code: "npm ci" },
    ],
    ["a comment with names of code", { comment: "Great, `npm test` is what I use", helpful: 1 }],
    ["a question", { comment: "Great, thank you. And on Windows?", helpful: 1 }],
    ["a long comment", { comment: `${comment}. `.repeat(10), helpful: 1 }],
    ["a helpful rating alone", { comment: "I read this on a train", helpful: 1 }],
  ])("isn't %s", (_, item) => expect(isPraise(item)).toBe(false));

  test.each([
    ["thanks for code", { comment: "🙏", helpful: null, code: "npm test" }],
    [
      "what agents say of a page that sufficed",
      {
        comment: "The page was sufficient to complete the task: error handling.",
        helpful: null,
      },
    ],
  ])("is %s", (_, item) => expect(isPraise(item)).toBe(true));

  test("needs no rating if it says little else", () => {
    expect(isPraise({ comment, helpful: null })).toBe(true);
    const more = `${comment}, a great help to each of us`;
    expect(isPraise({ comment: more, helpful: null })).toBe(false);
    expect(isPraise({ comment: more, helpful: 1 })).toBe(true);
  });

  test("is all that is said: what is beside it may be a problem in any words", () => {
    expect(isPraise({ comment: `${comment}, the header row is empty`, helpful: 1 })).toBe(false);
    expect(isPraise({ comment: `${comment}. The header row is empty`, helpful: 1 })).toBe(false);
    expect(isPraise({ comment: `${comment}. This blocks our release`, helpful: 1 })).toBe(false);
  });
});
