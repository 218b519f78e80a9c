import "server-only";
import { HOUR } from "../contract/platform/vocabulary.ts";
import { limitConcurrency } from "../mutex.ts";
import { HostRejected } from "./rejection.ts";

/** Readings of one host at once, each of up to eight requests, or a few more for many comments. GitHub limits those who send many at once. */
const MAX_CONCURRENT_READINGS = 5;
/** Milliseconds for which nothing is read after so many readings in a row got no answer. */
const UNANSWERED_PAUSE_MS = 5_000;

/**
 * Returns a function that reads pull requests of one host, a few at a time. While the host's rate limit lasts, or it
 * doesn't answer, the function sends nothing and fails for the same reason.
 */
export function createReadings(): <T>(read: () => Promise<T>) => Promise<T> {
  const limited = limitConcurrency(MAX_CONCURRENT_READINGS);
  let pause: { reason: HostRejected; until: number } | null = null;
  let unanswered = 0;

  const failed = (error: unknown) => {
    if (!(error instanceof HostRejected)) return;
    unanswered = error.upstream === null ? unanswered + 1 : 0;
    const backoff = unanswered >= MAX_CONCURRENT_READINGS ? UNANSWERED_PAUSE_MS : null;
    const wait = error.limitedFor ?? backoff;
    if (wait === null) return;
    pause = { reason: error, until: performance.now() + Math.min(wait, HOUR) };
  };

  return (read) =>
    limited(async () => {
      const left = pause ? pause.until - performance.now() : 0;
      if (pause && left > 0) throw pause.reason.again(left);
      try {
        const found = await read();
        unanswered = 0;
        return found;
      } catch (error) {
        failed(error);
        throw error;
      }
    });
}
