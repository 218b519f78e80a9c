import { editDistance } from "../text/edit-distance.ts";
import { isUnspacedScript } from "./normalize.ts";
import {
  FILLERS,
  NEGATIONS,
  UNSPACED_FILLERS,
  UNSPACED_NEGATIONS,
  WEAK_NEGATION,
} from "./words.ts";

const NUMBERS = /\p{N}+(?:[.,:]\p{N}+)*/gu;

/** Most of a text in capitals is emphasis, and its words aren't names. */
const SHOUTING = 0.6;

const CODE = [
  /`([^`]+)`/gu,
  // Addresses and paths.
  /(?<![\p{L}\p{N}])(?:https?:\/\/|(?<![./])\.{0,2}\/)(?:[./#?=&%~:-]{0,20}\w+){1,100}/gu,
  // --flag and -f.
  /(?<![\p{L}\p{N}-])(?:--[A-Za-z][\w-]*|-[A-Za-z](?![\w-]))/gu,
  // camelCase, PascalCase, snake_case, dotted.names, call(), C++, and C#.
  /\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Za-z]\w*_\w+)/gu,
  /\b[A-Za-z_]\w+(?:\.[a-z_]\w*)+/gu,
  /(?<!\w)\w{1,80}(?=\(\))/gu,
  /\b[A-Za-z](?:\+\+|#)/gu,
  /<\/?[a-z][^>\s]*/gu,
];
/** Each match of these patterns contains one of these. Most comments have none, and skip the patterns. */
const MAY_BE_CODE = /[`/_<]|-[A-Za-z]|[a-z][A-Z]|\w\.[a-z_]|\(\)|[A-Za-z](?:\+\+|#)/u;
const CAPITALS = /\b[A-Z][A-Z]+\b/gu;

/** Returns the numbers of a text in one order. */
export function numbersIn(plain: string): string {
  return (plain.match(NUMBERS) ?? []).sort().join(" ");
}

/** Returns how many words turn the sentence around. */
export function negationsIn(normal: string, words: readonly string[]): number {
  const spaced = words.filter((word) => NEGATIONS.has(word)).length;
  const dense = normal.match(UNSPACED_NEGATIONS)?.length ?? 0;
  const weak = words.filter((word) => word === WEAK_NEGATION).length;
  return spaced + dense > 0 ? spaced + dense : weak;
}

/** Returns the names of code in a text (in NFKC, with its case), in lower case. */
export function codeTokensIn(plain: string): string[] {
  const found = MAY_BE_CODE.test(plain)
    ? CODE.flatMap((pattern) =>
        Array.from(plain.matchAll(pattern), (match) => match[1] ?? match[0]),
      )
    : [];
  const acronyms = plain.match(CAPITALS);
  if (acronyms && !isShouted(plain)) found.push(...acronyms);
  return [...new Set(found.map((token) => token.trim().toLowerCase()))];
}

function isShouted(plain: string): boolean {
  const letters = plain.match(/\p{L}/gu)?.length ?? 0;
  const capitals = plain.match(/\p{Lu}/gu)?.length ?? 0;
  return capitals >= letters * SHOUTING;
}

/** Returns a text in lower case without spaces. */
export function withoutSpaces(plain: string): string {
  return plain.toLowerCase().replace(/[\s`]+/gu, "");
}

/** Whether another text has all of the code tokens, in whatever case. */
export function hasAllTokens(
  tokens: readonly string[],
  other: {
    codeTokens: readonly string[];
    compacted: string;
    wording: { words: readonly string[] };
  },
): boolean {
  const isIn = (token: string) =>
    /^[\p{L}\p{N}]+$/u.test(token)
      ? other.wording.words.includes(token)
      : other.compacted.includes(withoutSpaces(token));
  return tokens.every((token) => other.codeTokens.includes(token) || isIn(token));
}

/** If both texts have more words than this that the other lacks, they say different things. */
const MAX_REPLACED = 20;

/**
 * Whether one text has another word in place of one of the other's: "the Save button", "the Delete button".
 * Words that only one of them has are no replacement, nor are fillers and misspellings.
 * @param isSame compares at most 401 pairs of words
 */
export function isReworded(
  one: readonly string[],
  other: readonly string[],
  isSame: (one: string, other: string) => boolean = isMisspelling,
): boolean {
  const [left, right] = [contentBeyond(one, other), contentBeyond(other, one)];
  if (left.length === 0 || right.length === 0) return false;
  if (left.length > MAX_REPLACED && right.length > MAX_REPLACED) return true;
  if (isSame(left.join(""), right.join(""))) return false;
  const unmatched = left.filter((word) => {
    const at = right.findIndex((candidate) => isSame(word, candidate));
    if (at >= 0) right.splice(at, 1);
    return at < 0;
  });
  return unmatched.length > 0 && right.length > 0;
}

/**
 * Whether texts have their common words in another order: "30, the docs say 3" and "3, the docs say 30". The order of
 * fillers doesn't matter.
 */
export function isReordered(one: readonly string[], other: readonly string[]): boolean {
  const [left, right] = [contentWithin(one, other), contentWithin(other, one)];
  return left.some((word, index) => word !== right[index]);
}

/** Returns the words of `one` that `other` doesn't have as often, without fillers. */
function contentBeyond(one: readonly string[], other: readonly string[]): string[] {
  const isCommon = commonWords(other);
  return one.filter((word) => !isCommon(word) && !isFiller(word));
}

/** Returns the words of `one` that `other` has as often, without fillers. */
function contentWithin(one: readonly string[], other: readonly string[]): string[] {
  const isCommon = commonWords(other);
  return one.filter((word) => isCommon(word) && !isFiller(word));
}

/** Returns a function that finds each word as often as it occurs. */
function commonWords(words: readonly string[]): (word: string) => boolean {
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  return (word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count > 0;
  };
}

function isFiller(word: string): boolean {
  return isUnspacedScript(word) ? UNSPACED_FILLERS.test(word) : FILLERS.has(word);
}

/** Letters from which two mistakes still leave a word recognizable. */
const LONG_WORD = 9;
/** Words with more letters are no words. */
const LONGEST_WORD = 64;
/** Up to this many letters, another letter makes another word ("link", "line"). */
const SHORT_WORD = 4;

/** Whether two words are probably the same, one of them with a typing mistake. */
export function isMisspelling(one: string, other: string): boolean {
  if (one === other) return true;
  if (one[0] !== other[0] || isUnspacedScript(one) || isUnspacedScript(other)) return false;
  const length = Math.max(one.length, other.length);
  if (length > LONGEST_WORD) return false;
  const mistakes = length >= LONG_WORD ? 2 : 1;
  if (Math.abs(one.length - other.length) > mistakes) return false;
  if (length <= SHORT_WORD && one.length === other.length) {
    return [...one].sort().join("") === [...other].sort().join("");
  }
  return editDistance(one, other, mistakes) <= mistakes;
}
