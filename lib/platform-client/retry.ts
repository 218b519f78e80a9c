import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import {
  type AppError,
  PlatformHttpError,
  PlatformTimeout,
  PlatformUnreachable,
} from "../errors.ts";
import { isRedirect } from "./exchange.ts";

export type Delay = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const systemDelay: Delay = (milliseconds, signal) =>
  wait(milliseconds, undefined, { signal });

const MAX_ATTEMPTS = 3;
const BASE_DELAY = 500;

/**
 * Tries up to three times while errors are transient, with full jitter in between. Only for requests
 * that are safe to repeat.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  options: {
    delay: Delay;
    random: () => number;
    signal?: AbortSignal;
    onRetry: (error: AppError, attempts: number) => void;
  },
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !isTransient(error)) throw error;
      options.onRetry(error, attempts);
      await options.delay(options.random() * BASE_DELAY * 2 ** (attempts - 1), options.signal);
    }
  }
}

function isTransient(error: unknown): error is AppError {
  if (error instanceof PlatformHttpError) {
    return error.upstreamStatus >= 500 && error.retryAfter === undefined;
  }
  return (
    error instanceof PlatformTimeout ||
    (error instanceof PlatformUnreachable && !isRedirect(error.cause))
  );
}
