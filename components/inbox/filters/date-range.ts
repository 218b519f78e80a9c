import { parseInstant } from "../../../lib/contract/platform/dates.ts";
import {
  type DateFilters,
  type DatePeriod,
  type DateRange,
  resolveDates,
} from "../../../lib/filters/relative-dates.ts";
import { formatDate } from "../../app/time.tsx";

export const PERIOD_NAMES: Record<DatePeriod, string> = {
  today: "Today",
  "last-7-days": "Last 7 days",
  "last-30-days": "Last 30 days",
  "last-90-days": "Last 90 days",
};

/** Returns the label of the date filter: a period stays a period, other bounds show their days. */
export function dateLabel({ date, ...range }: DateFilters, locale: string): string {
  return date === null ? rangeLabel(range, locale) : PERIOD_NAMES[date];
}

/** Describes the days that the filter means now, for its tooltip; undefined without a filter. */
export function dateTitle(filters: DateFilters, locale: string, now: number): string | undefined {
  const range = resolveDates(filters, now);
  if (range.dateFrom === null && range.dateTo === null) return undefined;
  return `${rangeLabel(range, locale)} (days in UTC)`;
}

/** Formats a range of days, with the last day included. */
export function rangeLabel({ dateFrom, dateTo }: DateRange, locale: string): string {
  const from = dateFrom === null ? null : parseInstant(dateFrom);
  const to = dateTo === null ? null : parseInstant(dateTo);
  if (from === null && to === null) return "Date";
  const first = from === null ? "" : formatDay(from, locale);
  // `dateTo` is exclusive: at midnight the day before is the last one, otherwise the day itself.
  const last = to === null ? "" : formatDay(to - 1, locale);
  if (from === null) return `Through ${last}`;
  if (to === null) return `Since ${first}`;
  return first === last ? first : `${first} – ${last}`;
}

function formatDay(at: number, locale: string): string {
  return formatDate(at, locale, "UTC", { day: "numeric", month: "short", year: "numeric" });
}
