import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Milliseconds of work between two pauses. Pausing after each item took a fifth of the time of grouping. */
const WORK_BETWEEN_PAUSES_MS = 5;

/**
 * Returns a function to await after each step of a long loop, which lets others run every few milliseconds.
 * @param milliseconds of work between two pauses
 */
export function createPause(
  milliseconds = WORK_BETWEEN_PAUSES_MS,
): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < milliseconds) return undefined;
    return yieldToEventLoop().then(() => {
      since = performance.now();
    });
  };
}

/** Runs long work in steps, and lets other work run in between. */
export async function runWithPauses<Result>(steps: Iterator<void, Result>): Promise<Result> {
  const pause = createPause();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    // Await only real pauses: a microtask for each of millions of small steps would take long.
    const pausing = pause();
    if (pausing) await pausing;
  }
}

/** Runs short work at once. */
export function runWithoutPauses<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
