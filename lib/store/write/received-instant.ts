import "server-only";
import { parseInstant } from "../../contract/platform/dates.ts";

/** `sort_at` of an item without a date: earlier than any `Date`. */
export const UNDATED = -8_640_000_000_000_001;

/**
 * Parses a timestamp as live services write it: ISO 8601, also with a space instead of `T` or in lower
 * case, and UTC when it has no zone. Returns epoch milliseconds, or null for anything else.
 */
export function receivedInstant(text: string | null | undefined): number | null {
  if (!text) return null;
  return parseInstant(
    text
      .trim()
      .toUpperCase()
      .replace(/^(\S{10}) +/, "$1T"),
  );
}
