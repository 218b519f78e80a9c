import "server-only";
import { ENGLISH_PAIRS, SENTENCE_PAIRS } from "./sentences.ts";
import { cosine } from "./vectors.ts";

// Cosines mean something else with each model: with some, any two texts have 0.7. So each model reads these sentences
// first, of which the two of a pair mean the same.

/** The sentences that a model reads first. */
export const CALIBRATION_TEXTS: readonly string[] = SENTENCE_PAIRS.flat();

/**
 * Returns the least cosine of texts that mean the same to a model: halfway from those of sentences that don't to
 * those that do, and never lower than any of the former.
 * @param vectors of `CALIBRATION_TEXTS`, in order
 * @returns thousandths; null if the model doesn't tell the sentences apart
 */
export function thresholdFrom(vectors: readonly Int8Array[]): number | null {
  const same: number[] = [];
  const different: number[] = [];
  vectors.forEach((one, index) => {
    vectors.slice(index + 1).forEach((other, offset) => {
      const isPair = index % 2 === 0 && offset === 0;
      (isPair ? same : different).push(cosine(one, other));
    });
  });
  const [alike, unlike] = [meanOf(same), meanOf(different)];
  const threshold = Math.max((alike + unlike) / 2, ...different);
  return threshold < Math.max(...same) ? Math.ceil(threshold * 1_000) : null;
}

/**
 * Returns whether a model tells English sentences apart, so that one without a threshold only lacks other languages.
 * @param vectors of `CALIBRATION_TEXTS`, in order
 */
export function knowsEnglish(vectors: readonly Int8Array[]): boolean {
  return thresholdFrom(vectors.slice(0, 2 * ENGLISH_PAIRS)) !== null;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
