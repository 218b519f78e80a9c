import "server-only";
import { AppError } from "../errors.ts";

/** A code host rejected a request or didn't respond. The message says what to do. */
export class HostRejected extends AppError {
  override readonly name = "HostRejected";
  /** The host's HTTP status; null if there was no response. */
  readonly upstream: number | null;
  /** Whether a retry may succeed. */
  readonly retryable: boolean;
  /** The host's own error message. */
  readonly reason: string;
  /** Milliseconds until the host's rate limit allows requests again; null if it isn't the reason. */
  readonly limitedFor: number | null;

  constructor(
    message: string,
    upstream: number | null,
    reason: string,
    limitedFor: number | null = null,
  ) {
    super("unavailable", message, { retryAfter: limitedFor ?? undefined });
    this.upstream = upstream;
    this.retryable = upstream === null || upstream >= 500;
    this.reason = reason;
    this.limitedFor = limitedFor;
  }

  /** The same error for a request that isn't sent. @param left milliseconds of the limit, if that is the reason */
  again(left: number): HostRejected {
    const limitedFor = this.limitedFor === null ? null : left;
    return new HostRejected(this.message, this.upstream, this.reason, limitedFor);
  }
}

/** A host's response is too large to be read. */
export class AnswerTooLarge extends HostRejected {}

/** Returns null if a host answers a request with 404. */
export function unlessMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  return unless(({ upstream }) => upstream === 404, ask);
}

/** Returns null if a host refuses a request for good, as where the token may not read something, or says too much. */
export function unlessRefused<T>(ask: () => Promise<T>): Promise<T | null> {
  return unless((error) => {
    const { retryable, limitedFor } = error;
    return error instanceof AnswerTooLarge || (!retryable && limitedFor === null);
  }, ask);
}

async function unless<T>(
  isExpected: (error: HostRejected) => boolean,
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HostRejected && isExpected(error)) return null;
    throw error;
  }
}

const MAX_REASON = 500;

/** Says what a host rejected, in its own words, and what to do. @param reasons the texts of its answer */
export function rejectionOf(given: {
  action: string;
  status: number;
  reasons: readonly string[];
  advice: (reason: string) => { advice: string; wait?: number };
}): HostRejected {
  const { action, status } = given;
  const reason = given.reasons.filter(Boolean).join(" – ").slice(0, MAX_REASON);
  const { advice, wait } = given.advice(reason);
  const quote = reason ? `: “${reason}”` : "";
  return new HostRejected(
    `Couldn't ${action}${quote} (${status}). ${advice}`,
    status,
    reason,
    wait,
  );
}
