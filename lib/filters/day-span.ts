import { parseInstant } from "../contract/platform/dates.ts";

/** UTC days (`YYYY-MM-DD`). `to` is the day after the last one. */
export interface DaySpan {
  from: string;
  to: string;
}

/** Reads `YYYY-MM-DD..YYYY-MM-DD`; null for anything else, and for a span without a day. */
export function parseDaySpan(text: string): DaySpan | null {
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  if (from === undefined || to === undefined || from >= to) return null;
  return parseInstant(from) === null || parseInstant(to) === null ? null : { from, to };
}

/** Writes a span as `parseDaySpan` reads it. */
export function formatDaySpan({ from, to }: DaySpan): string {
  return `${from}..${to}`;
}
