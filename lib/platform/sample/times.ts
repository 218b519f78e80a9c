import "server-only";
import { pickWeighted, type Random } from "./random.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Ordinary entries are at least this old, because newer ones are handwritten. */
const MIN_AGE_MS = 5 * HOUR;

/** Maximum age of ordinary entries in days, so that shifted ones stay within 180 days. */
export const OLDEST_DAY = 172;

// Readers per hour in UTC: first Europe in the morning, then Europe and America.
const HOURS = [
  3, 2, 2, 2, 3, 5, 9, 16, 26, 30, 29, 25, 24, 30, 36, 37, 32, 26, 21, 17, 13, 10, 7, 4,
].map((weight, hour) => [hour, weight] as const);

/**
 * Returns a random time (epoch milliseconds) `days` before `now`, mostly during office hours. Most
 * weekend times move to a workday before.
 */
export function timestampOn(random: Random, now: number, days: number): number {
  let midnight = Math.floor((now - days * DAY) / DAY) * DAY;
  const daysSinceFriday = (new Date(midnight).getUTCDay() + 2) % 7;
  const weekend = daysSinceFriday === 1 || daysSinceFriday === 2;
  if (weekend && random.chance(0.65)) midnight -= (daysSinceFriday + random.below(5)) * DAY;
  const instant = midnight + pickWeighted(random, HOURS) * HOUR + random.below(HOUR);
  return instant > now - MIN_AGE_MS ? instant - DAY : instant;
}
