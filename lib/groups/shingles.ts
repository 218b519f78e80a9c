import { isUnspacedScript } from "./normalize.ts";
import { hashOf } from "./signature.ts";

/** Characters of a shingle. Two of Chinese, Japanese, or Korean say as much as four letters. */
const LETTERS = 4;
const DENSE_LETTERS = 2;

/** From this character on, there are scripts of which a character says as much as two letters. */
const FIRST_DENSE = 0x1100;

/** Reused, as a new array per text is a tenth of the work. */
let scratch = new Uint32Array(4_096);

/**
 * Returns the distinct character sequences of a normalized text, as ordered 32-bit hashes: two of a comment's few
 * hundred are hardly ever equal, and lists of numbers take a tenth of the time of sets of texts.
 */
export function shinglesOf(normal: string): Uint32Array {
  if (scratch.length < normal.length) scratch = new Uint32Array(normal.length);
  const hashes = scratch;
  let count = 0;
  for (let start = 0; start < normal.length; start++) {
    const dense = normal.charCodeAt(start) >= FIRST_DENSE && isUnspacedScript(normal.charAt(start));
    const end = start + (dense ? DENSE_LETTERS : LETTERS);
    if (end <= normal.length) hashes[count++] = hashOf(normal, start, end);
  }
  if (count === 0 && normal !== "") hashes[count++] = hashOf(normal);
  return distinctIn(hashes.subarray(0, count).sort());
}

/** Returns what is in a sorted list, which is overwritten, each once. */
function distinctIn(sorted: Uint32Array): Uint32Array {
  let distinct = 0;
  for (let index = 0; index < sorted.length; index++) {
    const hash = sorted[index] ?? 0;
    if (index === 0 || hash !== sorted[distinct - 1]) sorted[distinct++] = hash;
  }
  return sorted.slice(0, distinct);
}

/** Returns the share of shingles that both have, from 0 to 1 (Jaccard). */
export function jaccardSimilarity(one: Uint32Array, other: Uint32Array): number {
  let [left, right, shared] = [0, 0, 0];
  while (left < one.length && right < other.length) {
    const difference = (one[left] ?? 0) - (other[right] ?? 0);
    if (difference === 0) shared += 1;
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
  }
  const all = one.length + other.length - shared;
  return all === 0 ? 0 : shared / all;
}
