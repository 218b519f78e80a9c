import { hasAllTokens, isReordered, isReworded } from "./guards.ts";
import { MIN_WORDS, type Profile } from "./profile.ts";
import { jaccardSimilarity } from "./shingles.ts";

/** From this share on, comments are grouped. */
const GROUPED = 0.7;
/** From this share on, they are suggested. */
const SUGGESTED = 0.5;

/** How similar two items are. `same` ones are grouped, `similar` ones suggested. */
export interface Similarity {
  verdict: "same" | "similar" | "different";
  /** From 0 to 1. */
  share: number;
}

const DIFFERENT: Similarity = { verdict: "different", share: 0 };

/**
 * Compares two items. The same correction is the same report, whatever is said around it. Otherwise numbers, code, and
 * negations must agree, whatever else does; comments of fewer than four words must be equal.
 */
export function compareItems(one: Profile, other: Profile): Similarity {
  const snippets = compareSnippets(one, other);
  const isSameSnippet = snippets === "same";
  if (one.text === "" || other.text === "") return withoutComment(one, other, isSameSnippet);
  const share = shareOf(one, other);
  if (isSameCorrection(one, other) || reports(one, other) || reports(other, one)) {
    return { verdict: "same", share };
  }
  if (share < SUGGESTED && !isSameSnippet) return DIFFERENT;
  if (!mayMeanTheSame(one, other)) return DIFFERENT;
  return { verdict: saysTheSame(one, other, { share, snippets }) ? "same" : "similar", share };
}

function shareOf(one: Profile, other: Profile): number {
  return one.text === other.text ? 1 : jaccardSimilarity(one.shingles, other.shingles);
}

type Snippets = "same" | "different" | "unknown";

function compareSnippets(one: Profile, other: Profile): Snippets {
  if (one.snippet === null || other.snippet === null) return "unknown";
  if (one.snippet !== other.snippet) return "different";
  return one.helpful === other.helpful ? "same" : "unknown";
}

/** Readers say different things about one snippet. */
function saysTheSame(
  one: Profile,
  other: Profile,
  { share, snippets }: { share: number; snippets: Snippets },
): boolean {
  const [words, otherWords] = [one.wording.words, other.wording.words];
  const isSame =
    snippets === "same"
      ? share >= SUGGESTED
      : share >= GROUPED && snippets !== "different" && !isReworded(words, otherWords);
  return isSame && !isReordered(words, otherWords);
}

/** If only one item has a comment, the other reader's report about the snippet is unknown. */
function withoutComment(one: Profile, other: Profile, isSameSnippet: boolean): Similarity {
  if (!isSameSnippet) return DIFFERENT;
  return one.text === other.text ? { verdict: "same", share: 1 } : { verdict: "similar", share: 0 };
}

function mayMeanTheSame(one: Profile, other: Profile): boolean {
  const fewestWords = Math.min(one.wording.wordCount, other.wording.wordCount);
  return (
    (fewestWords >= MIN_WORDS || one.text === other.text) &&
    one.wording.numbers === other.wording.numbers &&
    one.wording.negations === other.wording.negations &&
    hasAllTokens(one.codeTokens, other) &&
    hasAllTokens(other.codeTokens, one) &&
    !(one.wording.correction && other.wording.correction && !isSameCorrection(one, other))
  );
}

/** Whether an item is about the words of its page that another one corrects. A reader may report them without knowing better. */
function reports({ page, helpful, wording }: Profile, other: Profile): boolean {
  const { correction } = other.wording;
  if (correction === null || wording.correction !== null || helpful === 1) return false;
  return page === other.page && wording.mentions.includes(correction.from);
}

function isSameCorrection(one: Profile, other: Profile): boolean {
  const { correction } = one.wording;
  if (correction === null) return false;
  const { from, to } = other.wording.correction ?? {};
  return correction.from === from && correction.to === to;
}
