import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Time in milliseconds that reading a repository keeps the event loop. */
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
