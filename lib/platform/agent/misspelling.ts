import "server-only";

/** Pairs of words that are easily confused. Both are correct somewhere, so neither is a misspelling. */
const CONFUSED = new Set(
  [
    "angel angle, advice advise, breath breathe, casual causal, complement compliment, conserve converse, dairy diary",
    "decent descent, desert dessert, device devise, discreet discrete, form from, later latter, loose lose",
    "personal personnel, principal principle, quiet quite, reserve reverse, sacred scared, stationary stationery",
    "than then, their there, trail trial, united untied, were where, whose who's, practice practise, its it's",
  ]
    .join(", ")
    .split(", "),
);

/** A word in letters that aren't words or syllables. */
const WORD = /^(?:(?![\p{sc=Han}\p{sc=Hangul}])\p{L}){3,60}$/u;
/** Characters of a word that is compared. */
const MAX_LENGTH = 60;

/**
 * Whether `wrong` can only be a misspelling of `right`: one letter is wrong, missing, too much, or swapped with its
 * neighbor, or two in a long word. Other endings, such as a plural's, are no misspelling, and neither are short words
 * and pairs that are easily confused, because both may be right in other places. In Chinese and Korean, a character is
 * more than a letter, so that another one is another word.
 */
export function isMisspelling(wrong: string, right: string): boolean {
  const [one, other] = [wrong.toLowerCase(), right.toLowerCase()];
  if (one === other || ![one, other].every((word) => WORD.test(word))) return false;
  if (one[0] !== other[0] || one.startsWith(other) || other.startsWith(one)) return false;
  if (CONFUSED.has([one, other].sort().join(" "))) return false;
  if (isSwap(one, other)) return true;
  const shorter = Math.min(one.length, other.length);
  if (shorter < 5) return false;
  const letters = distance(one, other);
  return letters <= (shorter >= 8 ? 2 : 1) && letters < endingLength(one, other);
}

/** Letters of the longer word from the first one that differs. */
function endingLength(one: string, other: string): number {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return Math.max(one.length, other.length) - at;
}

function isSwap(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const swapped = one[at + 1] === other[at] && one[at] === other[at + 1];
  return swapped && one.slice(at + 2) === other.slice(at + 2);
}

/** Counts inserted, removed, and replaced letters. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: MAX_LENGTH + 1 }, (_, index) => index);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index += 1) {
      const replaced = (row[index] ?? 0) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? MAX_LENGTH;
}
