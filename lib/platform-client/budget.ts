import "server-only";
import type { BudgetStatus } from "../contract/dashboard.ts";
import { JOB_USES_PER_HOUR } from "../contract/vocabulary.ts";

/** Counts requests to the platform. Kept in the store, so that processes and restarts share it. */
export interface RequestBudget {
  /**
   * Counts a request before it is sent.
   * @throws {BudgetExhausted} when it must not be sent, with `retryAfter` in milliseconds
   */
  spend(budget: string): Promise<void>;
  /** The platform asked for silence until `until`; an earlier end never shortens a later one. */
  pause(budget: string, until: number): Promise<void>;
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
