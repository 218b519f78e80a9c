import "server-only";
import { parseInstant } from "../../contract/platform/dates.ts";

/** `sort_at` of an entry without a date: before every instant that a date can name. */
export const UNDATED = -8_640_000_000_000_001;

/**
 * Epoch milliseconds of a timestamp as a live service may write it: ISO 8601, also with a blank for
 * the `T` or in lower case, UTC where it names no zone. Null for anything else.
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
