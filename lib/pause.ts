import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Time in milliseconds for which a long loop keeps the event loop. */
const MAX_SLICE = 10;

/** Returns a function that lets others run if the loop was kept for long. */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_SLICE) return undefined;
    return yieldToEventLoop().then(() => {
      since = performance.now();
    });
  };
}

/** Takes the steps of long work, and lets others run in between. */
export async function inTurns<Result>(steps: Iterator<void, Result>): Promise<Result> {
  const pause = createPause();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

/** Takes the steps of short work. */
export function atOnce<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
