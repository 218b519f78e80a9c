import "server-only";
import type { BudgetStatus } from "../contract/api/sync.ts";
import { JOB_USES_PER_HOUR } from "../contract/platform/vocabulary.ts";

/** A kind of work that gets at most `most` of an hour's requests, so that the rest gets its own. */
export interface Share {
  name: string;
  most: number;
}

/** Counts requests to the platform. Kept in the store, so that processes and restarts share it. */
export interface RequestBudget {
  /**
   * Counts a request before it is sent.
   * @returns how many answers in a row were a 429 that named no pause
   * @throws {BudgetExhausted} when it must not be sent, with `retryAfter` in milliseconds
   */
  spend(budget: string, share?: Share): Promise<{ refusals: number }>;
  /** The platform asked for silence until `until`; an earlier end never shortens a later one. */
  pause(budget: string, until: number): Promise<void>;
  /** Counts a 429 that names no pause, and says how many there were in a row, by any process. */
  refuse(budget: string): Promise<number>;
  /** Ends the row: an answer came. */
  answered(budget: string): Promise<void>;
  status(budget: string): Promise<BudgetStatus>;
}

/** The organization's export: one organization for each server (contract: "Limits"). */
export const EXPORT_BUDGET = "export";

/** Jobs and messages of one project share a limit (contract: "Limits"). */
export function jobsBudget(projectId: string): string {
  return `jobs:${projectId}`;
}

/** How much each budget allows; jobs have no reserve, as people create them one by one. */
export function allowances(config: {
  hourlyLimit: number;
  reserve: number;
}): (budget: string) => { limit: number; reserve: number } {
  return (budget) =>
    budget === EXPORT_BUDGET
      ? { limit: config.hourlyLimit, reserve: config.reserve }
      : { limit: JOB_USES_PER_HOUR, reserve: 0 };
}
