import "server-only";

/** The only source of the current time. Injected so that tests don't have to wait. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/**
 * Milliseconds by which the clocks of two processes may differ. A stored time that is further ahead than
 * what it was computed from, plus this, was stored while a clock was wrong.
 */
export const MAX_CLOCK_SKEW_MS = 5_000;

export const systemClock: Clock = { now: () => Date.now() };
