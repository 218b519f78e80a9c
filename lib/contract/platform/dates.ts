/**
 * The first and last instant that Errata reads, shows, and stores, in epoch milliseconds: the years 0000 to 9999 in UTC,
 * which ISO 8601 writes with four digits. `Date` itself ends at ±8.64e15 and fails beyond.
 */
export const INSTANT_RANGE = {
  min: Date.parse("0000-01-01T00:00:00.000Z"),
  max: Date.parse("9999-12-31T23:59:59.999Z"),
} as const;

/** Whether an instant is within `INSTANT_RANGE`; NaN isn't. */
export function isInstant(at: number): boolean {
  return at >= INSTANT_RANGE.min && at <= INSTANT_RANGE.max;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

/**
 * Parses a date of the interface: `YYYY-MM-DD` (midnight UTC) or an ISO 8601 date-time (UTC if it has no
 * zone). Returns epoch milliseconds, or null for anything else, including days that don't exist and
 * instants beyond `INSTANT_RANGE`, which a zone can move there. See
 * docs/contract/platform.md, "List feedback".
 */
export function parseInstant(text: string): number | null {
  const match = DATE.exec(text) ?? DATE_TIME.exec(text);
  if (!match || !dayExists(Number(match[1]), Number(match[2]), Number(match[3]))) return null;
  const zoned = text.length === 10 ? `${text}T00:00:00Z` : match[7] ? text : `${text}Z`;
  const instant = Date.parse(zoned);
  return isInstant(instant) ? instant : null;
}

function dayExists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
