import { type Correction, correctionIn } from "./corrections.ts";
import { codeTokensIn, compact, negationsIn, numbersIn } from "./guards.ts";
import { comparedPart, countWords, normalized, wordsOf } from "./normalize.ts";
import { shinglesOf } from "./shingles.ts";
import { bandsOf, wideHashOf } from "./signature.ts";

/** What an item says, as far as grouping reads it. */
export interface ItemText {
  page: string;
  comment: string | null;
  code: string | null;
  helpful: number | null;
}

/** An item prepared for comparison with others. */
export interface Profile {
  page: string;
  helpful: number | null;
  /** The normalized comment; empty for none. */
  text: string;
  words: string[];
  /** About how many words the comment has. */
  wordCount: number;
  shingles: Uint32Array;
  /** Its numbers, in one order. */
  numbers: string;
  /** How many words turn it around. */
  negations: number;
  codeTokens: string[];
  /** The comment in lower case without spaces. */
  compacted: string;
  correction: Correction | null;
  /** The code without differences in spacing; null for none, or too little to tell. */
  snippet: string | null;
}

/** Shorter comments are only grouped with equal ones. */
export const FEWEST_WORDS = 4;
/** Shorter code says too little, such as `npm install`. */
const SHORTEST_SNIPPET = 16;

/** Prepares an item for comparison. */
export function profileOf({ page, comment, code, helpful }: ItemText): Profile {
  const plain = comparedPart(comment ?? "");
  const text = normalized(plain);
  const words = wordsOf(text);
  const snippet = (code ?? "").normalize("NFKC").replace(/\s+/gu, " ").trim();
  return {
    page,
    helpful,
    text,
    words,
    wordCount: countWords(words),
    shingles: shinglesOf(text),
    numbers: numbersIn(plain),
    negations: negationsIn(text, words),
    codeTokens: codeTokensIn(plain),
    compacted: compact(plain),
    correction: correctionIn(plain),
    snippet: snippet.length < SHORTEST_SNIPPET ? null : snippet,
  };
}

/** Whether there is anything to compare: a vote says nothing. */
export function isComparable({ text, snippet }: Profile): boolean {
  return text !== "" || snippet !== null;
}

/**
 * Returns the buckets that an item is in. Items that can be grouped usually have one in common. Numbers and
 * negations are part of it, so that a million items that differ only by a number don't meet.
 */
export function bucketsOf(projectId: string, profile: Profile): number[] {
  const { text, numbers, negations, correction, snippet } = profile;
  const bucket = (kind: string, ...parts: string[]) =>
    wideHashOf(JSON.stringify([projectId, kind, ...parts]));
  const guards = JSON.stringify([projectId, numbers, negations]);
  const buckets: number[] = [];
  if (text !== "") {
    if (profile.wordCount < FEWEST_WORDS) buckets.push(bucket("text", text));
    else buckets.push(...bandsOf(profile.shingles, guards));
  }
  if (correction) buckets.push(bucket("correction", correction.from, correction.to));
  if (snippet) buckets.push(bucket("snippet", snippet));
  return [...new Set(buckets)];
}
