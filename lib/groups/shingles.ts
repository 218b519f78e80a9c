import { isDense } from "./normalize.ts";

/** Characters of a shingle. Two of Chinese, Japanese, or Korean say as much as four letters. */
const LETTERS = 4;
const DENSE_LETTERS = 2;

/** Returns the distinct character sequences of a normalized text. */
export function shinglesOf(normal: string): Set<string> {
  const shingles = new Set<string>();
  for (let start = 0; start < normal.length; start++) {
    const dense = isDense(normal.charAt(start));
    const end = start + (dense ? DENSE_LETTERS : LETTERS);
    if (end <= normal.length) shingles.add(normal.slice(start, end));
  }
  if (shingles.size === 0 && normal !== "") shingles.add(normal);
  return shingles;
}

/** Returns the share of shingles that both have, from 0 to 1 (Jaccard). */
export function sharedShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const shingle of few) if (many.has(shingle)) shared += 1;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
