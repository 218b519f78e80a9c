import "server-only";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { LaneState, ListEnd } from "../../store/sync/state.ts";
import type { Lanes } from "../../store/sync/store.ts";
import { isFiltered } from "./export-parts.ts";

// Lists that are sorted oldest first, so that new items are on the last page. A platform that filters by
// date shows them anyway. One that ignores dates is read from the end of its list.

/** Whether dates are sorted, newest first. */
export function isDescending(dates: readonly number[]): boolean {
  return dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? date));
}

/** Whether dates are sorted, oldest first. */
export function isAscending(dates: readonly number[]): boolean {
  return isDescending(dates.toReversed());
}

/** Whether dates show that a list is sorted oldest first, and not that all of them are the same. */
export function isOldestFirst(dates: readonly number[]): boolean {
  return dates[0] !== dates.at(-1) && isAscending(dates);
}

/**
 * Whether a first sync meets a list that is sorted oldest first and reaches back more than a day, so
 * that date ranges return the newest items sooner.
 */
export function shouldUseDateRanges(dates: readonly number[], now: number): boolean {
  return isOldestFirst(dates) && (dates[0] ?? now) < now - DAY;
}

/** Whether a request for a date range returned the start of the whole list: the dates were ignored. */
export function isWholeList(
  { parts: [part = {}], oldestDate }: LaneState,
  [first]: readonly number[],
): boolean {
  if (first === undefined || first !== oldestDate) return false;
  return first < (part.from ?? first) || first >= (part.to ?? Number.POSITIVE_INFINITY);
}

/** Returns whether the platform ignores dates, as far as a page of a check for new items shows. */
export function ignoresDates(
  { from, ignoresDates: before }: LaneState,
  { dates, hasMore }: { dates: readonly number[]; hasMore: boolean },
): boolean {
  const [first] = dates;
  if (from === null || first === undefined) return before;
  return first < from && hasMore && isOldestFirst(dates);
}

/** Returns where the list ends once its last page was read. */
export function listEndAfter(laneState: LaneState, now: number): ListEnd | null {
  const { parts, cursor, isAscending, listEnd } = laneState;
  // The end of a filtered list isn't the end of the whole one.
  if (isFiltered(parts[0] ?? {})) return listEnd;
  return cursor !== null && isAscending ? { cursor, readAt: now } : null;
}

/** Returns the end of the list if checks for new items start there; null if they don't. */
export function listEndToCheck({ full, newItems }: Lanes): ListEnd | null {
  // A full sync is right about the order; a check may have been further since.
  if (!newItems.ignoresDates || full.listEnd === null) return null;
  const latest =
    (newItems.listEnd?.readAt ?? 0) > full.listEnd.readAt ? newItems.listEnd : full.listEnd;
  return latest && latest.readAt > newItems.listEndRejectedAt ? latest : null;
}
