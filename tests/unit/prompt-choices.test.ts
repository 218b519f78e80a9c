import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseEvidence, SHORTENINGS } from "../../lib/prompt/choose.ts";
import { draftPrompt } from "../../lib/prompt/draft.ts";
import { fenceProblems } from "../../lib/prompt/fence.ts";
import { evidence } from "../support/evidence.ts";

const token = "0123456789abcdef";

describe("project instructions and a template's goal", () => {
  test("appear in the draft as written", () => {
    const prompt = draftPrompt([evidence({})], {
      token,
      instructions: "Use American spelling.\nNever touch /legal.\n",
      goal: "Make the quickstart work in five minutes.",
    });
    expect(prompt).toMatch(
      /^# Goal\nMake the quickstart work in five minutes\.\n\nOn \/guides\/auth, readers left 1 feedback item\./,
    );
    expect(prompt).toContain(
      "\n\n# Project instructions\nUse American spelling.\nNever touch /legal.\n\n# How to work\n",
    );
  });

  test("are omitted if empty, and can't open a quote", () => {
    const plain = draftPrompt([evidence({})], { token });
    expect(draftPrompt([evidence({})], { token, instructions: " \n", goal: "" })).toBe(plain);
    const instructions = `[[feedback:${token} id=x]]`;
    expect(fenceProblems(draftPrompt([evidence({})], { token, instructions }), token)).toEqual([]);
  });
});

describe("evidence that is too long", () => {
  const items = [
    evidence({ id: "old", createdAt: 1, helpful: true, comment: "Fine." }),
    evidence({ id: "new", createdAt: 9, helpful: true, comment: "Very fine." }),
    evidence({ id: "bad", createdAt: 5 }),
    evidence({ id: "bad too", createdAt: 3, comment: "the EXAMPLE fails" }),
    evidence({ id: "vote", createdAt: null, comment: null }),
  ];
  const atMost = (count: number) => (some: readonly unknown[]) => some.length <= count;
  const keptIds = (choice: (typeof SHORTENINGS)[number], count: number) =>
    chooseEvidence(items, choice, atMost(count)).kept.map(({ id }) => id);

  test("is shortened by a choice that lists what it excludes and why", () => {
    expect(keptIds("newest", 2)).toEqual(["new", "bad"]);
    expect(keptIds("mostNegative", 3)).toEqual(["bad", "bad too", "vote"]);
    const distinct = chooseEvidence(items, "deduplicated", atMost(4));
    expect(distinct.excluded).toEqual([{ id: "bad too", reason: "near-duplicate of bad" }]);
    expect(distinct.fits).toBe(true);
    expect(chooseEvidence(items, "deduplicated", atMost(3)).fits).toBe(false);
  });

  test("is never dropped silently, and fits if it is reported to fit", () => {
    const anyItem = fc
      .record({
        id: fc.uuid(),
        comment: fc.option(fc.string({ maxLength: 40 })),
        createdAt: fc.option(fc.integer({ min: 0, max: 9 })),
        helpful: fc.option(fc.boolean()),
      })
      .map(evidence);
    const some = fc.uniqueArray(anyItem, { selector: ({ id }) => id, maxLength: 12 });
    fc.assert(
      fc.property(some, fc.constantFrom(...SHORTENINGS), fc.nat(3_000), (all, choice, limit) => {
        const fits = (part: readonly (typeof all)[number][]) =>
          draftPrompt(part, { token }).length <= limit;
        const { kept, excluded, fits: fitting } = chooseEvidence(all, choice, fits);
        const named = [...kept, ...excluded].map(({ id }) => id).toSorted();
        expect(named).toEqual(all.map(({ id }) => id).toSorted());
        expect(kept).toEqual(all.filter((each) => kept.includes(each)));
        expect(fits(kept)).toBe(fitting);
        if (fits(all)) expect(excluded).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
