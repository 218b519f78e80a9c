import "server-only";
import { pickWeighted, type Random } from "./random.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Ordinary entries keep this far from the present, which belongs to the entries written by hand. */
const QUIET = 5 * HOUR;

/** The furthest day an ordinary entry may name, so that no shift leaves the 180 days. */
export const OLDEST_DAY = 172;

// Readers by hour in UTC: a European morning, then Europe and America together.
const HOURS = [
  3, 2, 2, 2, 3, 5, 9, 16, 26, 30, 29, 25, 24, 30, 36, 37, 32, 26, 21, 17, 13, 10, 7, 4,
].map((weight, hour) => [hour, weight] as const);

/**
 * An instant (epoch milliseconds) `days` before `now`, in office hours more often than at night;
 * most of what would fall on a weekend moves to a working day before it.
 */
export function timestampOn(random: Random, now: number, days: number): number {
  let midnight = Math.floor((now - days * DAY) / DAY) * DAY;
  const daysSinceFriday = (new Date(midnight).getUTCDay() + 2) % 7;
  const weekend = daysSinceFriday === 1 || daysSinceFriday === 2;
  if (weekend && random.chance(0.65)) midnight -= (daysSinceFriday + random.below(5)) * DAY;
  const instant = midnight + pickWeighted(random, HOURS) * HOUR + random.below(HOUR);
  return instant > now - QUIET ? instant - DAY : instant;
}
