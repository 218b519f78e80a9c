import { parseInstant } from "../../../lib/contract/platform/dates.ts";
import { DAY } from "../../../lib/contract/platform/vocabulary.ts";

/** Bounds as the address has them; `dateTo` is exclusive: the day after the last one shown. */
export interface DateRange {
  dateFrom: string | null;
  dateTo: string | null;
}

/** `YYYY-MM-DD` of an instant, in UTC. */
export function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The range that ends today and has so many days, in UTC. */
export function lastDays(days: number, now: number): DateRange {
  return { dateFrom: utcDay(now - (days - 1) * DAY), dateTo: utcDay(now + DAY) };
}

const DAY_NAME = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** A range in words, with the last day included as people say it. */
export function rangeName({ dateFrom, dateTo }: DateRange): string {
  const from = dateFrom === null ? null : parseInstant(dateFrom);
  const to = dateTo === null ? null : parseInstant(dateTo);
  if (from === null && to === null) return "Any date";
  const first = from === null ? "" : DAY_NAME.format(from);
  // An exclusive bound at midnight closes the day before; at any other time, that day is begun.
  const last = to === null ? "" : DAY_NAME.format(to - 1);
  if (from === null) return `Until ${last}`;
  if (to === null) return `Since ${first}`;
  return first === last ? first : `${first} – ${last}`;
}
