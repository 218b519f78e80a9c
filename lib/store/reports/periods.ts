import "server-only";
import { DAY } from "../../contract/platform/vocabulary.ts";

export type PeriodUnit = "day" | "week" | "month";

/** UTC days since 1970-01-01. `to` is exclusive. */
export interface Days {
  from: number;
  to: number;
}

/** Days as a filter has them: null for no bound. */
export interface DayRange {
  from: number | null;
  to: number | null;
}

/** Longest ranges that are shown by day and by week, in days. */
const BY_DAY = 92;
const BY_WEEK = 3 * 366;

/** 1970-01-01 was a Thursday. */
const MONDAY_OFFSET = 3;

/** Returns the unit in which a range has few enough periods to look at. */
export function unitFor({ from, to }: Days): PeriodUnit {
  if (to - from <= BY_DAY) return "day";
  return to - from <= BY_WEEK ? "week" : "month";
}

/** Returns the first day of the period that a day is in. Weeks start on Monday. */
export function periodStart(day: number, unit: PeriodUnit): number {
  if (unit === "day") return day;
  if (unit === "week") return day - ((((day + MONDAY_OFFSET) % 7) + 7) % 7);
  return day - (new Date(day * DAY).getUTCDate() - 1);
}

/** Returns the first days of all periods of a range. */
export function periodStarts({ from, to }: Days, unit: PeriodUnit): number[] {
  const starts: number[] = [];
  for (let start = periodStart(from, unit); start < to; start = nextStart(start, unit)) {
    starts.push(start);
  }
  return starts;
}

/** Returns the days of a period that are in a range: the first and the last period may be cut off. */
export function daysOf(start: number, unit: PeriodUnit, range: Days): Days {
  return {
    from: Math.max(start, range.from),
    to: Math.min(nextStart(start, unit), range.to),
  };
}

function nextStart(start: number, unit: PeriodUnit): number {
  if (unit === "day") return start + 1;
  // No month is longer than 31 days.
  return unit === "week" ? start + 7 : periodStart(start + 31, unit);
}
