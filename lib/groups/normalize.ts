import { normalForm } from "../text/normal-form.ts";
import { searchable } from "../text/searchable.ts";

/** Characters of a comment that are compared; the rest of a longer one rarely says anything new. */
const COMPARED_LENGTH = 4_000;

/** Returns the part of a comment that is compared, in NFKC. Comments of hosted platforms can have any length. */
export function comparedPart(comment: string): string {
  // A character can become eighteen.
  return normalForm(comment.slice(0, COMPARED_LENGTH), "NFKC").slice(0, COMPARED_LENGTH);
}

const APOSTROPHES = /['’ʼ`´]/gu;
const PUNCTUATION = /[^\p{L}\p{M}\p{N}]+/gu;

/** Scripts that put no spaces between words, and need few characters for one. */
const UNSPACED_SCRIPTS =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30fc";
const UNSPACED_CHARACTER = new RegExp(`[${UNSPACED_SCRIPTS}]`, "u");
const WORDS = new RegExp(`[${UNSPACED_SCRIPTS}]|[^\\s${UNSPACED_SCRIPTS}]+`, "gu");
/** Scripts with letters, but without spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

/** How many characters make a word, on average. */
const DENSE_WORD = 2;
const UNSPACED_WORD = 4;

/**
 * Returns a comment without differences in case, width, spacing, and punctuation. Keeps a text of symbols
 * alone, such as "👍".
 */
export function normalized(text: string): string {
  const plain = searchable(text.slice(0, COMPARED_LENGTH)).trim();
  const words = plain.replace(APOSTROPHES, "").replace(PUNCTUATION, " ").trim();
  return words === "" ? plain.replace(/\s+/gu, " ") : words;
}

/** Splits a normalized text into words. Each character of Chinese, Japanese, and Korean is one. */
export function wordsOf(normal: string): string[] {
  return normal.match(WORDS) ?? [];
}

/** Returns about how many words there are. */
export function countWords(words: readonly string[]): number {
  let [count, dense, unspaced] = [0, 0, 0];
  for (const word of words) {
    const letters = word.match(UNSPACED)?.length ?? 0;
    if (isUnspacedScript(word)) dense += 1;
    else if (letters > 0) unspaced += letters;
    else count += 1;
  }
  return count + Math.floor(dense / DENSE_WORD) + Math.floor(unspaced / UNSPACED_WORD);
}

/** Whether a word is one character of Chinese, Japanese, or Korean. */
export function isUnspacedScript(word: string): boolean {
  return UNSPACED_CHARACTER.test(word);
}
