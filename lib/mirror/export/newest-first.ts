import "server-only";
import { PAGE_LIMIT } from "../../contract/platform/vocabulary.ts";
import type { LaneState, Part } from "../../store/sync/state.ts";
import type { ExportPageChanges } from "../../store/write/write.ts";
import { isDescending } from "./oldest-first.ts";

// Lists that are sorted newest first, so that a check for new items ends at the items that it knows.

/** Milliseconds by which an entry may appear later than its date, and clocks may differ. */
export const MAX_ARRIVAL_DELAY_MS = 10 * 60_000;
/** Items dated in the future, from which too little room is left for others on an export page. */
export const MAX_FUTURE_ITEMS = PAGE_LIMIT.maximum / 2;

/** Returns the date from which items are dated in the future. */
export function futureFrom(now: number): number {
  return now + MAX_ARRIVAL_DELAY_MS;
}

/**
 * Returns the parts that a check for new items reads. Many items that are dated in the future fill the
 * first export pages, so they're a part of their own.
 */
export function checkParts(from: number | null, isCrowded: boolean, now: number): Part[] {
  if (from === null) return [{}];
  if (!isCrowded) return [{ from }];
  return [{ from: futureFrom(now) }, { from, to: futureFrom(now) }];
}

/**
 * Whether a check found new items in the part that is dated in the future, as on a platform whose clock is
 * ahead, so that the other part can wait for a later check.
 */
export function canEndEarly(
  { lastCompleted, parts, pages, knownPages }: LaneState,
  now: number,
): boolean {
  const [, next] = parts;
  if (next === undefined || lastCompleted === null || pages === knownPages) return false;
  return now - lastCompleted.startedAt < MAX_ARRIVAL_DELAY_MS;
}

/**
 * Whether a list that is sorted newest first has reached known items that are older than the sync asked
 * for, because the platform ignores dates.
 */
export function hasPassed(
  { readBackTo, startedAt }: LaneState,
  { dates, passedAt }: { dates: readonly number[]; passedAt: number | null },
  { firstSeenAt }: ExportPageChanges,
  now: number,
): boolean {
  if (passedAt === null || readBackTo === null || dates[0] === dates.at(-1)) return false;
  return (
    readBackTo < passedAt && (firstSeenAt.at(-1) ?? now) < (startedAt ?? now) && isDescending(dates)
  );
}

/**
 * Whether the last check for new items has read everything behind this page. It has if the list is
 * sorted newest first and the older half of the page was known when that check sent its first request.
 * Items dated in the future prove nothing, because new ones are listed behind them.
 */
export function isKnownBehind(
  { lastCompleted, parts: [part = {}] }: LaneState,
  dates: readonly number[],
  { firstSeenAt }: ExportPageChanges,
  now: number,
): boolean {
  if (lastCompleted === null || dates[0] === dates.at(-1) || !isDescending(dates)) return false;
  const isAllFuture = (part.from ?? 0) > now;
  const newestOfHalf = dates[Math.floor(dates.length / 2)] ?? now;
  if (!isAllFuture && newestOfHalf >= futureFrom(now)) return false;
  const older = firstSeenAt.slice(Math.floor(firstSeenAt.length / 2));
  return older.every((seen) => seen <= lastCompleted.startedAt);
}
