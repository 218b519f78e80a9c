import "server-only";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Most polls that are started within a second on a hosted platform, by all processes together. Delays on
 * the way let some arrive closer together; a platform must not see more than ten.
 */
export const POLLS_PER_SECOND = 8;

/** Polls are spread: this process sends one at a time, at most this often, in milliseconds. */
const POLL_SPACING_MS = 1_000 / POLLS_PER_SECOND;

/**
 * Spreads polls of a hosted platform, so that each job is polled less often the more there are. The
 * built-in platform answers in this process and has no such limit.
 */
export interface PollLimiter {
  /** Returns how many of `room` polls may be claimed at a time, epoch milliseconds. */
  claimable(now: number, room: number): number;
  /** Resolves when a claimed poll may be sent. */
  turn(): Promise<void>;
}

export function createPollLimiter(isHosted: boolean): PollLimiter {
  let claimedAt = Number.NEGATIVE_INFINITY;
  let sendAt = Number.NEGATIVE_INFINITY;
  return {
    claimable: (now, room) => {
      if (!isHosted) return room;
      if (room < 1 || now - claimedAt < POLL_SPACING_MS) return 0;
      claimedAt = now;
      return 1;
    },
    turn: async () => {
      if (!isHosted) return;
      const now = performance.now();
      sendAt = Math.max(sendAt + POLL_SPACING_MS, now);
      if (sendAt > now) await wait(sendAt - now);
    },
  };
}
