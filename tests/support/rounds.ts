/** Set FUZZ_FACTOR=10 for a long run. The seed is new each time, so runs add up. */
const FACTOR = Number(process.env.FUZZ_FACTOR || 1);

/** The number of cases that a property test tries. */
export function rounds(number: number): { numRuns: number } {
  return { numRuns: number * FACTOR };
}
