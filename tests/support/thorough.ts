/**
 * THOROUGH=1 adds what takes long and whose parts have tests of their own: hours of simulated sync,
 * rules above the database on the second engine, more window sizes, and the browser tests with
 * `@thorough` in their titles.
 */
export const isThorough = process.env.THOROUGH === "1";

/**
 * How many times as many random cases as usual a run tries. The seed is new each time, and a failure names it: short runs
 * add up.
 */
export const fuzzFactor = Number(process.env.FUZZ_FACTOR || (isThorough ? 5 : 0.4));
