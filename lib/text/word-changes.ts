/** Characters of the old text that change: `to` is exclusive, and equal to `from` for an insertion. */
export interface WordChange {
  from: number;
  to: number;
  /** The text that replaces them. */
  text: string;
  /** The place of that text in the new text. */
  at: number;
}

const TOKENS = /[\p{L}\p{M}\p{N}_]+|[\s\S]/gu;

/** Splits a text into words and single characters. */
export function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(TOKENS), ([token]) => token);
}

/**
 * Compares two short texts word by word. Takes the product of their words, so callers limit both.
 * @param fold what a word of the new text counts as; words of the old one count as they are
 */
export function wordChanges(
  before: string,
  after: string,
  fold: (word: string) => string = (word) => word,
): WordChange[] {
  const changes: WordChange[] = [];
  let [at, place] = [0, 0];
  for (const [old, now] of pairsOf(wordsOf(before), wordsOf(after), fold)) {
    if (old === "" || now === "") {
      const last = changes.at(-1);
      const change = last?.to === at ? last : { from: at, to: at, text: "", at: place };
      if (change !== last) changes.push(change);
      change.to += old.length;
      change.text += now;
    }
    at += old.length;
    place += now.length;
  }
  return changes;
}

/**
 * Yields the words that both texts have, and those that only one has, beside an empty one. Takes the product of their
 * words, so callers limit both.
 */
export function* pairsOf(
  before: readonly string[],
  after: readonly string[],
  fold: (word: string) => string = (word) => word,
): Generator<[old: string, now: string]> {
  const folded = after.map(fold);
  const rest = commonLengths(before, folded);
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    const [old = "", now = ""] = [before[one], after[other]];
    const isEqual = old !== "" && old === folded[other];
    const isOld = isEqual || rest(one + 1, other) >= rest(one, other + 1);
    const isNew = isEqual || !isOld;
    yield [isOld ? old : "", isNew ? now : ""];
    if (isOld) one += 1;
    if (isNew) other += 1;
  }
}

/**
 * Returns a function of a place in each list, which returns the length of the longest common series of their rests; -1 behind
 * the end of a list.
 */
function commonLengths(
  old: readonly string[],
  now: readonly string[],
): (one: number, other: number) => number {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (index: number) => lengths[index] ?? 0;
  for (let one = old.length - 1; one >= 0; one -= 1) {
    for (let other = now.length - 1; other >= 0; other -= 1) {
      const index = one * width + other;
      lengths[index] =
        old[one] === now[other]
          ? at(index + width + 1) + 1
          : Math.max(at(index + width), at(index + 1));
    }
  }
  return (one, other) => (one > old.length || other >= width ? -1 : at(one * width + other));
}
