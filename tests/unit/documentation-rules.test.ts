import { describe, expect, test } from "vitest";
import { differenceOf } from "../../components/documentation/check-difference.ts";
import { checkSentence } from "../../components/documentation/check-result.tsx";
import {
  draftOf,
  isNamedAlike,
  isSaved,
  problemOf,
  type RulesDraft,
  rulesOf,
  type SavedRules,
} from "../../components/documentation/rules-draft.ts";
import { triedSentence } from "../../components/documentation/tried-result.tsx";
import { type DocsCheck, docsRules } from "../../lib/contract/api/docs-rules.ts";

const SAVED: SavedRules = {
  siteAddress: "https://docs.example.com/relay",
  docs: {
    folders: ["docs", "guides/en"],
    generator: "hugo",
    addressRules: [{ from: "/docs/*", to: "content/*" }],
    languages: ["en", "pt-BR"],
    pageIn: { parameter: "page" },
  },
};
const draft = (changes: Partial<RulesDraft>): RulesDraft => ({ ...draftOf(SAVED), ...changes });

describe("a draft of the rules", () => {
  test.each<SavedRules["docs"]>([
    SAVED.docs,
    docsRules.parse({}),
    { ...SAVED.docs, pageIn: "fragment", generator: null },
  ])("says what is saved", (docs) => {
    const saved = { ...SAVED, docs };
    expect(rulesOf(draftOf(saved))).toEqual(saved);
    expect(isSaved(draftOf(saved), saved)).toBe(true);
  });

  test("ignores spaces, empty lines, and rules without anything", () => {
    const written = draft({
      folders: " docs \n\n guides/en\n",
      languages: "en pt-BR,",
      addressRules: [...SAVED.docs.addressRules, { from: " ", to: "" }],
    });
    expect(isSaved(written, SAVED)).toBe(true);
    expect(docsRules.parse(rulesOf(written).docs)).toEqual(SAVED.docs);
  });

  test.each<[Partial<RulesDraft>, RegExp | null]>([
    [{}, null],
    [{ folders: "docs/../../etc" }, /^The folder “docs\/\.\.\/\.\.\/etc” isn't inside/],
    [{ folders: "docs\n".repeat(21) }, /^There are more than 20 folders\./],
    [{ languages: "English" }, /^“English” isn't a language code\./],
    [{ addressRules: [{ from: "/docs/*", to: "" }] }, /^Address rule 1 is incomplete\./],
    [{ addressRules: [{ from: "/*/x/*", to: "a" }] }, /^Address rule 1 has more than one \*/],
    [{ addressRules: [{ from: "/a", to: "b/*" }] }, /^Address rule 1 has a \* only in its path\./],
    [{ addressRules: [{ from: "/a/*", to: "b/all.md" }] }, null],
    [{ parameter: "" }, /^Enter the name of the query parameter/],
    [{ parameter: "", pageIn: "path" }, null],
  ])("with %j says what is wrong", (changes, problem) => {
    const found = problemOf(draft(changes));
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatch(problem);
  });

  test("names pages differently with another site or another place of the name", () => {
    const { docs } = SAVED;
    expect(isNamedAlike(SAVED, { ...SAVED, docs: { ...docs, folders: [] } })).toBe(true);
    expect(isNamedAlike(SAVED, { ...SAVED, siteAddress: "" })).toBe(false);
    expect(isNamedAlike(SAVED, { ...SAVED, docs: { ...docs, pageIn: "path" } })).toBe(false);
  });
});

const check = (total: number, unmatched: string[], listed = unmatched.length): DocsCheck => ({
  commit: "c0ffee",
  sites: [],
  missingFolders: [],
  isPartial: false,
  isRecounting: false,
  total,
  matched: total - unmatched.length,
  unmatched: unmatched.slice(0, listed).map((page) => ({ page, items: 1, tried: [], several: [] })),
  chosen: [],
});
const alike = (tried: DocsCheck) => ({ check: tried, isNamedAlike: true });
const pages = (list: { page: string }[] | null) => list?.map(({ page }) => page) ?? null;

describe("what unsaved rules change", () => {
  test("is named page by page", () => {
    const { more, gained, lost } = differenceOf(check(9, ["/a", "/b"]), alike(check(9, ["/c"])));
    expect([more, pages(gained), pages(lost)]).toEqual([1, ["/a", "/b"], ["/c"]]);
  });

  test("isn't named where a check lists only some pages", () => {
    const some = check(9, ["/a", "/b", "/c"], 1);
    const byTried = differenceOf(check(9, ["/a", "/d"]), alike(some));
    expect([byTried.more, byTried.gained, pages(byTried.lost)]).toEqual([-1, null, []]);
    const bySaved = differenceOf(some, alike(check(9, ["/d"])));
    expect([bySaved.more, pages(bySaved.gained), bySaved.lost]).toEqual([2, ["/a"], null]);
  });

  test("isn't compared if the pages are others", () => {
    const none = { more: null, gained: null, lost: null };
    expect(differenceOf(check(9, []), alike(check(8, [])))).toEqual(none);
    expect(differenceOf(check(9, []), { check: check(9, []), isNamedAlike: false })).toEqual(none);
  });

  test.each<[number, string[], string]>([
    [0, [], "No feedback yet. Pages are checked once they get feedback."],
    [1, [], "The page in your feedback matches a file."],
    [1, ["/a"], "The page in your feedback doesn't match a file."],
    [2, ["/a"], "1 of 2 pages in your feedback matches a file."],
    [1_301, ["/a"], "1,300 of 1,301 pages in your feedback match a file."],
    [1_301, [], "All 1,301 pages in your feedback match a file."],
  ])("is said in words: %i pages, without a file %j", (total, unmatched, sentence) => {
    expect(checkSentence(check(total, unmatched))).toBe(sentence);
    const more = `${sentence} There may be more, which aren't checked.`;
    expect(checkSentence({ ...check(total, unmatched), isPartial: true })).toBe(more);
  });

  test("is said in one sentence", () => {
    const saved = check(9, ["/a", "/b"]);
    expect(triedSentence(saved, alike(check(9, ["/a"])))).toMatch(/That's 1 more than now\.$/);
    expect(triedSentence(saved, alike(saved))).toMatch(/That's the same as now\.$/);
    expect(triedSentence(check(9, []), alike(saved))).toMatch(/That's 2 fewer than now\.$/);
    expect(triedSentence(saved, { check: check(5, []), isNamedAlike: false })).toBe(
      "With these rules: All 5 pages in your feedback match a file. Now: 7 of 9 pages in your feedback match a file.",
    );
  });
});
