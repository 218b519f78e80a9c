import "server-only";

/**
 * Most polls that are started within a second on a hosted platform, by all processes together. Delays on
 * the way let some arrive closer together; a platform must not see more than ten.
 */
export const POLLS_PER_SECOND = 8;

/** Polls are spread: this process starts one at a time, at most this often, in milliseconds. */
const SPACING = 1_000 / POLLS_PER_SECOND;

/** Returns how many polls may start at a time, epoch milliseconds. */
export type Pace = (now: number, room: number) => number;

/**
 * Spreads polls of a hosted platform, so that each job is polled less often the more there are. The
 * built-in platform answers in this process and has no such limit.
 */
export function createPace(isHosted: boolean): Pace {
  let last = Number.NEGATIVE_INFINITY;
  return (now, room) => {
    if (!isHosted) return room;
    if (room < 1 || now - last < SPACING) return 0;
    last = now;
    return 1;
  };
}
