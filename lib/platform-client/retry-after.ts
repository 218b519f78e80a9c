import "server-only";
import { DAY } from "../contract/platform/vocabulary.ts";

const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 15 * 60_000;

/**
 * Milliseconds that a `Retry-After` header asks for, in either of its forms (seconds or an HTTP
 * date): at least a second, at most a day. Null where there is none or it cannot be read.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(DAY, Math.max(1_000, wait));
}

/** The pause after the `refusals`-th 429 in a row that names none: 60 s, doubling to 15 minutes. */
export function unnamedPause(refusals: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(refusals - 1, 10));
}
