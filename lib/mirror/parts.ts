import "server-only";
import { DAY, SOURCES, STATUSES } from "../contract/platform/vocabulary.ts";
import type { ListFeedbackQuery } from "../platform-client/client.ts";
import type { Part, Split } from "../store/sync/state.ts";

// What of the export one list of pages covers. Where a list cannot be read to its end, shorter ones
// take its place: first one for every source and status, which still reach entries without a date;
// only where even one of those breaks, windows of dates, which do not.

/** Where the dates of feedback are taken to begin when nothing is known. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** Milliseconds: a window so short holds what no cut makes easier to read. */
const NARROWEST = 60_000;

/**
 * The parts that take the place of one that cannot be read; null where it cannot be cut any more.
 * @param middle a date that divides what is known of the part in two; null where none has a date
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
    return { parts, split: "kinds" };
  }
  // Nothing with a date is known of it, so dates cut nothing.
  if (middle === null) return null;
  const [low, high] = [part.from ?? EARLIEST, part.to ?? now + DAY];
  if (high - low < NARROWEST) return null;
  const known = middle > low && middle < high;
  const cut = known ? middle : Math.floor((low + high) / 2);
  return {
    parts: [
      { ...part, from: cut },
      { ...part, to: cut },
    ],
    split: "dates",
  };
}

/** Whether a part was cut out by dates. */
export function isWindow({ source, from, to }: Part): boolean {
  return source !== undefined && (from !== undefined || to !== undefined);
}

/** Whether a part asks for anything but everything. */
export function isFiltered(part: Part): boolean {
  return Object.keys(part).length > 0;
}

/** The documented query that asks for a part. */
export function queryOf({ source, status, from, to }: Part): ListFeedbackQuery {
  return {
    dateFrom: from === undefined ? undefined : new Date(from).toISOString(),
    dateTo: to === undefined ? undefined : new Date(to).toISOString(),
    source,
    status: status === undefined ? undefined : [status],
  };
}
