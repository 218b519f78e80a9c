import "server-only";
import { DAY, SOURCES, STATUSES } from "../../contract/platform/vocabulary.ts";
import type { ListFeedbackQuery } from "../../platform-client/client.ts";
import type { Part, Split } from "../../store/sync/state.ts";

// When a list can't be read to its end, shorter lists replace it: first one per source and status,
// which still includes entries without a date. If one of those breaks too, it's split by date.

/** The earliest date assumed when no date is known. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** Milliseconds. Splitting a shorter date range doesn't help. */
const MIN_DATE_RANGE_MS = 60_000;

/**
 * Returns the parts that replace one that can't be read; null if it can't be split further.
 * @param middle a date that halves the known items of the part; null if none has a date
 */
export function splitPart(
  part: Part,
  middle: number | null,
  now: number,
): { parts: Part[]; split: Split } | null {
  if (part.source === undefined) {
    const parts = SOURCES.flatMap((source) =>
      STATUSES.map((status) => ({ ...part, source, status })),
    );
    return { parts, split: "filters" };
  }
  // Without dated items there is nothing to split by.
  if (middle === null) return null;
  const [low, high] = [part.from ?? EARLIEST, part.to ?? now + DAY];
  if (high - low < MIN_DATE_RANGE_MS) return null;
  const isInside = middle > low && middle < high;
  const boundary = isInside ? middle : Math.floor((low + high) / 2);
  return {
    parts: [
      { ...part, from: boundary },
      { ...part, to: boundary },
    ],
    split: "dates",
  };
}

/**
 * Returns date ranges that together cover all dates, the newest first: a day, then each twice as long
 * as the one before.
 * @param earliest the oldest known date; the last range has no start
 */
export function rangesBackTo(earliest: number, now: number): Part[] {
  const ranges: Part[] = [{ from: now - DAY }];
  for (let days = 1; now - days * DAY > earliest; days *= 2) {
    ranges.push({ from: now - 2 * days * DAY, to: now - days * DAY });
  }
  const last = ranges.at(-1);
  return [...ranges, { to: last?.from ?? now }];
}

/** Returns whether a part is the result of a split by date. */
export function isDateRange({ source, from, to }: Part): boolean {
  return source !== undefined && (from !== undefined || to !== undefined);
}

/** Returns whether a part has any filter. */
export function isFiltered(part: Part): boolean {
  return Object.keys(part).length > 0;
}

/** Returns the documented query for a part. */
export function queryFor({ source, status, from, to }: Part): ListFeedbackQuery {
  return {
    dateFrom: from === undefined ? undefined : new Date(from).toISOString(),
    dateTo: to === undefined ? undefined : new Date(to).toISOString(),
    source,
    status: status === undefined ? undefined : [status],
  };
}
