import { fuzzFactor } from "./thorough.ts";

/** How many random cases a run tries where `number` are usual. */
export function cases(number: number): number {
  return Math.ceil(number * fuzzFactor);
}

/** The same for a property test. */
export function rounds(number: number): { numRuns: number } {
  return { numRuns: cases(number) };
}
