import "server-only";
import type { BudgetStatus } from "../contract/api/sync.ts";
import { JOB_USES_PER_HOUR } from "../contract/platform/vocabulary.ts";

/** A kind of work that may use at most `limit` of an hour's requests. */
export interface Share {
  name: string;
  limit: number;
}

/** Counts requests to the platform. Stored, so that processes and restarts share it. */
export interface RequestBudget {
  /**
   * Counts a request before it's sent.
   * @returns the number of consecutive 429 responses without a `Retry-After`
   * @throws {BudgetExhausted} if it must not be sent, with `retryAfter` in milliseconds
   */
  spend(budget: string, share?: Share): Promise<{ rateLimits: number }>;
  /** Blocks requests until `until`. Never shortens an existing pause. */
  pause(budget: string, until: number): Promise<void>;
  /** Counts a 429 without a `Retry-After`. Returns how many there were in a row, in any process. */
  recordRateLimit(budget: string): Promise<number>;
  /** Resets the count of consecutive 429 responses. */
  recordSuccess(budget: string): Promise<void>;
  status(budget: string): Promise<BudgetStatus>;
  /** Returns when a share's requests of the last hour were sent, oldest first. */
  sentTimes(budget: string, share: string): Promise<number[]>;
}

/** The export limit is per organization; a server has one (docs/contract/platform.md, "Limits"). */
export const EXPORT_BUDGET = "export";

/** Jobs and messages of a project share a limit (docs/contract/platform.md, "Limits"). */
export function jobsBudget(projectId: string): string {
  return `jobs:${projectId}`;
}

/** Returns each budget's allowance. Jobs have no reserve because people create them one by one. */
export function allowances(config: {
  hourlyLimit: number;
  reserve: number;
}): (budget: string) => { limit: number; reserve: number } {
  return (budget) =>
    budget === EXPORT_BUDGET
      ? { limit: config.hourlyLimit, reserve: config.reserve }
      : { limit: JOB_USES_PER_HOUR, reserve: 0 };
}
