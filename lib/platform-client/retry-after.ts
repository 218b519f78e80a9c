import "server-only";
import { DAY } from "../contract/platform/vocabulary.ts";

const MIN_PAUSE = 60_000;
const MAX_PAUSE = 15 * 60_000;

/**
 * Returns the milliseconds that a `Retry-After` header (seconds or an HTTP date) asks for, between a
 * second and a day. Null if there is no header or it's invalid.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(DAY, Math.max(1_000, wait));
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
  return Math.min(MAX_PAUSE, MIN_PAUSE * 2 ** Math.min(rateLimits - 1, 10));
}
