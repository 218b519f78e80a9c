import "server-only";

/** The one source of "now". Injected, so that what depends on time is tested without waiting. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
