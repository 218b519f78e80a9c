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

const ATTEMPTS = 3;
const BASE_DELAY = 500;

/**
 * Tries up to three times what fails in a way that may pass, with full jitter in between. Only for
 * what may be sent twice.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  options: {
    delay: Delay;
    random: () => number;
    signal?: AbortSignal;
    onRetry: (error: AppError, tried: number) => void;
  },
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried === ATTEMPTS || !mayPass(error)) throw error;
      options.onRetry(error, tried);
      await options.delay(options.random() * BASE_DELAY * 2 ** (tried - 1), options.signal);
    }
  }
}

function mayPass(error: unknown): error is AppError {
  if (error instanceof PlatformHttpError) {
    return error.upstreamStatus >= 500 && error.retryAfter === undefined;
  }
  return (
    error instanceof PlatformTimeout ||
    (error instanceof PlatformUnreachable && !isRedirect(error.cause))
  );
}
