import { normalForm } from "../text/normal-form.ts";
import { type Correction, correctionIn, quotesIn } from "./corrections.ts";
import { codeTokensIn, negationsIn, numbersIn, withoutSpaces } from "./guards.ts";
import { comparedPart, countWords, normalized, wordsOf } from "./normalize.ts";
import { shinglesOf } from "./shingles.ts";
import { bandsOf, hash53 } from "./signature.ts";

/** The parts of an item that grouping compares. */
export interface ItemText {
  page: string;
  comment: string | null;
  code: string | null;
  helpful: number | null;
}

/** The words of a comment, and the ones that decide whether two comments can mean the same. */
interface Wording {
  words: string[];
  /** About how many words the comment has. */
  wordCount: number;
  /** Its numbers, in one order. */
  numbers: string;
  /** How many words turn it around. */
  negations: number;
  /** In lower case. */
  correction: Correction | null;
  /** Words that it quotes or names in code, in lower case, the longest first. */
  mentions: string[];
}

/** Shorter comments are only grouped with equal ones. */
export const MIN_WORDS = 4;
/** Shorter quoted words don't identify what is quoted, and longer lists of them say little. */
const MIN_MENTION_LENGTH = 5;
const MAX_MENTIONS = 3;
/** Shorter code says too little, such as `npm install`. */
const MIN_SNIPPET_LENGTH = 16;

/**
 * An item prepared for comparison with others. Most comparisons end at the shingles, so the rest is computed on first
 * use.
 */
export class Profile {
  readonly page: string;
  readonly helpful: number | null;
  /** The normalized comment; empty for none. */
  readonly text: string;
  readonly shingles: Uint32Array;
  /** The code without differences in spacing; null for none, or too little to tell. */
  readonly snippet: string | null;

  readonly #of: ItemText;
  /** The compared part of the comment, in NFKC. */
  readonly #plain: string;
  #wording: Wording | null = null;
  #codeTokens: string[] | null = null;
  #compacted: string | null = null;

  constructor({ page, comment, code, helpful }: ItemText) {
    this.page = page;
    this.helpful = helpful;
    this.#of = { page, comment, code, helpful };
    this.#plain = comparedPart(comment ?? "");
    this.text = normalized(this.#plain);
    this.shingles = shinglesOf(this.text);
    const snippet = normalForm(code ?? "", "NFKC")
      .replace(/\s+/gu, " ")
      .trim();
    this.snippet = snippet.length < MIN_SNIPPET_LENGTH ? null : snippet;
  }

  /** Whether the item still has the same text, so that the profile can be reused. */
  isOf({ page, comment, code, helpful }: ItemText): boolean {
    return (
      this.#of.page === page &&
      this.#of.comment === comment &&
      this.#of.code === code &&
      this.#of.helpful === helpful
    );
  }

  get wording(): Wording {
    if (this.#wording === null) {
      const words = wordsOf(this.text);
      this.#wording = {
        words,
        wordCount: countWords(words),
        numbers: numbersIn(this.#plain),
        negations: negationsIn(this.text, words),
        correction: correctionIn(this.#plain.toLowerCase()),
        mentions: [...new Set([...quotesIn(this.#plain.toLowerCase()), ...this.codeTokens])]
          .filter((text) => text.length >= MIN_MENTION_LENGTH)
          .sort((one, other) => other.length - one.length || (one < other ? -1 : 1))
          .slice(0, MAX_MENTIONS),
      };
    }
    return this.#wording;
  }

  /** The names of code in the comment. */
  get codeTokens(): string[] {
    this.#codeTokens ??= codeTokensIn(this.#plain);
    return this.#codeTokens;
  }

  /** The comment in lower case without spaces. */
  get compacted(): string {
    this.#compacted ??= withoutSpaces(this.#plain);
    return this.#compacted;
  }
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
  const { text, snippet } = profile;
  const { wordCount, numbers, negations, correction, mentions } = profile.wording;
  const bucket = (kind: string, ...parts: string[]) =>
    hash53(JSON.stringify([projectId, kind, ...parts]));
  const guards = JSON.stringify([projectId, numbers, negations]);
  const buckets: number[] = [];
  if (text !== "") {
    if (wordCount < MIN_WORDS) buckets.push(bucket("text", text));
    else buckets.push(...bandsOf(profile.shingles, guards));
  }
  if (correction) buckets.push(bucket("correction", correction.from, correction.to));
  for (const mention of mentions) buckets.push(bucket("mention", profile.page, mention));
  if (snippet) buckets.push(bucket("snippet", snippet));
  return [...new Set(buckets)];
}
