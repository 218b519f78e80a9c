import { fuzzFactor } from "./thorough.ts";

/** The number of cases that a property test tries. */
export function rounds(number: number): { numRuns: number } {
  return { numRuns: number * fuzzFactor };
}
