/** Characters of the old text that change: `to` is exclusive, and equal to `from` for an insertion. */
export interface WordChange {
  from: number;
  to: number;
  /** What is there instead. */
  text: string;
  /** Where that begins in the new text. */
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
  const old = wordsOf(before);
  const now = wordsOf(after);
  const folded = now.map(fold);
  const same = commonLengths(old, folded);
  const changes: WordChange[] = [];
  let [one, other, at, place] = [0, 0, 0, 0];
  while (one < old.length || other < now.length) {
    const token = old[one] ?? "";
    const isEqual = one < old.length && other < now.length && token === folded[other];
    if (isEqual) {
      at += token.length;
      place += now[other]?.length ?? 0;
      one += 1;
      other += 1;
      continue;
    }
    const last = changes.at(-1);
    const change = last && last.to === at ? last : { from: at, to: at, text: "", at: place };
    if (change !== last) changes.push(change);
    const skipsOld = (same[one + 1]?.[other] ?? -1) >= (same[one]?.[other + 1] ?? -1);
    if (one < old.length && (skipsOld || other >= now.length)) {
      change.to += token.length;
      at += token.length;
      one += 1;
    } else {
      change.text += now[other] ?? "";
      place += now[other]?.length ?? 0;
      other += 1;
    }
  }
  return changes;
}

/** Lengths of the longest common series of the rests from each pair of places. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const same = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(now.length + 1).fill(0),
  );
  for (let one = old.length - 1; one >= 0; one -= 1) {
    for (let other = now.length - 1; other >= 0; other -= 1) {
      const [below, right, both] = [
        same[one + 1]?.[other] ?? 0,
        same[one]?.[other + 1] ?? 0,
        same[one + 1]?.[other + 1] ?? 0,
      ];
      const row = same[one];
      if (row) row[other] = old[one] === now[other] ? both + 1 : Math.max(below, right);
    }
  }
  return same;
}
