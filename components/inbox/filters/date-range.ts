import { parseInstant } from "../../../lib/contract/platform/dates.ts";
import { DAY } from "../../../lib/contract/platform/vocabulary.ts";
import { formatDate } from "../../app/time.tsx";

/** The range as in the URL. `dateTo` is exclusive: the day after the last day shown. */
export interface DateRange {
  dateFrom: string | null;
  dateTo: string | null;
}

/** Formats an instant as `YYYY-MM-DD` in UTC. */
export function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Returns the range of the last `days` UTC days, including today. */
export function lastDays(days: number, now: number): DateRange {
  return { dateFrom: utcDay(now - (days - 1) * DAY), dateTo: utcDay(now + DAY) };
}

/** Returns the label of the date filter, with the last day included. */
export function rangeLabel({ dateFrom, dateTo }: DateRange, locale: string): string {
  const from = dateFrom === null ? null : parseInstant(dateFrom);
  const to = dateTo === null ? null : parseInstant(dateTo);
  if (from === null && to === null) return "Date";
  const first = from === null ? "" : formatDay(from, locale);
  // `dateTo` is exclusive: at midnight the day before is the last one, otherwise the day itself.
  const last = to === null ? "" : formatDay(to - 1, locale);
  if (from === null) return `Until ${last}`;
  if (to === null) return `Since ${first}`;
  return first === last ? first : `${first} – ${last}`;
}

function formatDay(at: number, locale: string): string {
  return formatDate(at, locale, "UTC", { day: "numeric", month: "short", year: "numeric" });
}
