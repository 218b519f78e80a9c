import "server-only";
import { HOUR } from "../contract/platform/vocabulary.ts";

const MIN_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 15 * 60_000;

/**
 * Returns the milliseconds that a `Retry-After` header (seconds or an HTTP date) asks for, at least a
 * second. Null if there is no header or it's invalid.
 * @param longest milliseconds; an hour, because the limits are per hour (docs/contract/platform.md, "Limits")
 */
export function parseRetryAfter(header: string | null, now: number, longest = HOUR): number | null {
  const wait = header === null ? Number.NaN : requestedWait(header.trim(), now);
  return Number.isNaN(wait) ? null : Math.min(longest, Math.max(1_000, wait));
}

/** `Date.parse` also finds dates in other texts, such as "120.5". HTTP dates start with the day of the week. */
function requestedWait(text: string, now: number): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(text) ? Date.parse(text) - now : Number.NaN;
}

/** Consecutive rejections whose `Retry-After` is taken at its word. */
const MAX_TRUSTED = 3;

/**
 * Returns the pause after n consecutive rejections. A platform that keeps rejecting requests after the
 * time it asked for gets growing pauses, so that it doesn't use up the hour.
 */
export function pauseAfter(requested: number | null, rejections: number): number {
  if (requested === null) return backoffPause(rejections);
  if (rejections <= MAX_TRUSTED) return requested;
  return Math.max(requested, backoffPause(rejections - MAX_TRUSTED));
}

/** Returns the pause after n consecutive 429s without `Retry-After`: 60 s, doubling to 15 min. */
export function backoffPause(rateLimits: number): number {
  return Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** Math.min(rateLimits - 1, 10));
}
