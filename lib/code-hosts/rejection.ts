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
}

/** Returns null if a host rejects a request with the status, or with any if that is null. */
export async function unlessRejected<T>(
  status: number | null,
  ask: () => Promise<T>,
): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    const isExpected =
      error instanceof HostRejected && (status === null || error.upstream === status);
    if (isExpected) return null;
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
