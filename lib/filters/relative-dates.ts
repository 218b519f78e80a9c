import { parseInstant } from "../contract/platform/dates.ts";
import { DAY } from "../contract/platform/vocabulary.ts";

/**
 * Values of the `date` filter. Each is a number of days up to and including today, so a saved or
 * shared link moves with time. Days are UTC days, as in the rest of the interface: a link means the
 * same days in every time zone.
 */
export const DATE_PERIODS = ["today", "last-7-days", "last-30-days", "last-90-days"] as const;
export type DatePeriod = (typeof DATE_PERIODS)[number];

const DAYS: Record<DatePeriod, number> = {
  today: 1,
  "last-7-days": 7,
  "last-30-days": 30,
  "last-90-days": 90,
};

/** Bounds as in the URL. `dateTo` is exclusive: the day after the last day shown. */
export interface DateRange {
  dateFrom: string | null;
  dateTo: string | null;
}

/** Date filters, with a period relative to today or without. */
export interface DateFilters extends DateRange {
  date: DatePeriod | null;
}

/** Filters whose period was replaced by dates. */
export type Resolved<Filters extends DateFilters> = Filters & { date: null };

/** Formats an instant as `YYYY-MM-DD` in UTC. */
export function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/**
 * Replaces the period of filters by its dates. Other bounds apply as well: the range is what both
 * have in common.
 * @param now epoch milliseconds
 */
export function resolveDates<Filters extends DateFilters>(
  filters: Filters,
  now: number,
): Resolved<Filters> {
  const { date } = filters;
  if (date === null) return { ...filters, date };
  const first = utcDay(now - (DAYS[date] - 1) * DAY);
  const end = utcDay(now + DAY);
  return {
    ...filters,
    date: null,
    dateFrom: pick(filters.dateFrom, first, (given, own) => given > own),
    dateTo: pick(filters.dateTo, end, (given, own) => given < own),
  };
}

/** Returns `given` if it is valid and narrows the range more than `own`. */
function pick(
  given: string | null,
  own: string,
  isNarrower: (given: number, own: number) => boolean,
): string {
  const at = given === null ? null : parseInstant(given);
  const ownAt = parseInstant(own) ?? 0;
  return given !== null && at !== null && isNarrower(at, ownAt) ? given : own;
}
