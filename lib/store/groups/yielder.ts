import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Milliseconds of work between two yields. Yielding after each item took a fifth of the time of grouping. */
const BETWEEN_YIELDS = 5;

/**
 * Returns a function to await after each step of a long loop, which lets other work run every few milliseconds.
 * @param milliseconds of work between two yields
 */
export function createYielder(milliseconds = BETWEEN_YIELDS): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < milliseconds) return;
    await yieldToEventLoop();
    began = performance.now();
  };
}
