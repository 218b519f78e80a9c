import "server-only";

/** The only source of the current time. Injected so that tests don't have to wait. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
