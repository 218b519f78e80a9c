import "server-only";
import { HOUR } from "../../contract/platform/vocabulary.ts";

/** A lane that sends a request every `interval` milliseconds, from `nextAt` on. */
export interface LaneSchedule {
  nextAt: number;
  interval: number;
}

/**
 * Returns when a lane will have sent `pages` more requests, given the requests that its share has
 * sent already.
 * @param sent when the share's requests of the last hour were sent, oldest first
 * @param limit the share's requests per hour
 * @param other a lane that uses the same share
 */
export function finishTime(
  { sent, limit, now }: { sent: readonly number[]; limit: number; now: number },
  lane: LaneSchedule,
  pages: number,
  other: LaneSchedule | null,
): number {
  const times = sent.slice(-limit);
  let left = pages;
  let [next, otherNext] = [Math.max(now, lane.nextAt), Math.max(now, other?.nextAt ?? 0)];
  let last = now;
  // After an hour, only the intervals matter: together they stay below the limit.
  while (left > 0 && last < now + HOUR) {
    const isOther = other !== null && otherNext < next;
    const oldest = times.length < limit ? 0 : (times.at(-limit) ?? 0);
    last = Math.max(isOther ? otherNext : next, oldest + HOUR, last);
    times.push(last);
    if (isOther) otherNext = last + other.interval;
    else {
      next = last + lane.interval;
      left -= 1;
    }
  }
  return left === 0 ? last : next + (left - 1) * lane.interval;
}
