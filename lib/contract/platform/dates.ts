const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;

/**
 * Parses a date of the interface: `YYYY-MM-DD` (midnight UTC) or an ISO 8601 date-time (UTC if it has no
 * zone). Returns epoch milliseconds, or null for anything else, including days that don't exist. See
 * docs/contract/platform.md, "List feedback".
 */
export function parseInstant(text: string): number | null {
  const match = DATE.exec(text) ?? DATE_TIME.exec(text);
  if (!match || !dayExists(Number(match[1]), Number(match[2]), Number(match[3]))) return null;
  const zoned = text.length === 10 ? `${text}T00:00:00Z` : match[7] ? text : `${text}Z`;
  const instant = Date.parse(zoned);
  return Number.isNaN(instant) ? null : instant;
}

function dayExists(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
