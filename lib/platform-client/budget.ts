import "server-only";
import type { Clock } from "../clock.ts";
import type { BudgetStatus } from "../contract/api/sync.ts";
import { HOUR, JOB_USES_PER_HOUR } from "../contract/platform/vocabulary.ts";
import { BudgetExhausted } from "../errors.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import {
  countSince,
  lockBudget,
  overLimitUntil,
  pauseBudget,
  recordRateLimit,
  recordSuccess,
  sentSince,
  writeRequest,
} from "../store/sync/request-counts.ts";

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
}): (budget: string) => Allowance {
  return (budget) =>
    budget === EXPORT_BUDGET
      ? { limit: config.hourlyLimit, reserve: config.reserve }
      : { limit: JOB_USES_PER_HOUR, reserve: 0 };
}

/** Requests per sliding hour, and how many of them are reserved for other clients. */
export interface Allowance {
  limit: number;
  reserve: number;
}

/**
 * Creates a request budget that all processes on the store share. Counts are exact: each process
 * locks the budget's row, writes its request, and counts the hour while the others wait.
 */
export function createRequestBudget(options: {
  database: StoreDatabase;
  clock: Clock;
  allowance: (budget: string) => Allowance;
}): RequestBudget {
  const { clock, allowance } = options;
  const { query } = options.database;
  return {
    spend: (budget, share) =>
      query.transaction().execute(async (trx) => {
        const now = clock.now();
        const { paused_until: pausedUntil, rate_limits: rateLimits } = await lockBudget(
          trx,
          budget,
        );
        if (pausedUntil > now) throw pausedByPlatform(pausedUntil - now);
        await writeRequest(trx, { budget, sent_at: now, share: share?.name ?? "" });
        // Throwing rolls back the request that was just written.
        const { limit, reserve } = allowance(budget);
        const resetsAt = await overLimitUntil(trx, { budget, now, limit: limit - reserve });
        if (resetsAt !== null) throw limitReached({ limit, reserve }, Math.max(1, resetsAt - now));
        const shareResetsAt = share && (await overLimitUntil(trx, { budget, now, ...share }));
        if (share && shareResetsAt) {
          throw shareLimitReached(share.name, Math.max(1, shareResetsAt - now));
        }
        return { rateLimits };
      }),

    pause: pauseBudget.bind(null, query),
    recordRateLimit: recordRateLimit.bind(null, query),
    recordSuccess: recordSuccess.bind(null, query),
    sentTimes: (budget, share) => sentSince(query, budget, share, clock.now() - HOUR),
    status: async (budget) => {
      const now = clock.now();
      const { used, oldest, pausedUntil } = await countSince(query, budget, now - HOUR);
      const { limit, reserve } = allowance(budget);
      return {
        limit,
        reserve,
        used,
        remaining: Math.max(0, limit - reserve - used),
        resetsAt: oldest === null ? null : oldest + HOUR,
        pausedUntil: pausedUntil > now ? pausedUntil : null,
      };
    },
  };
}

// The messages are stored with the waiting work, so they contain no time that would be wrong later.

function pausedByPlatform(wait: number): BudgetExhausted {
  return new BudgetExhausted("The platform asked for a pause. Nothing was sent.", wait);
}

function limitReached({ limit, reserve }: Allowance, wait: number): BudgetExhausted {
  const reserved = reserve > 0 ? ` (${reserve} of ${limit} are reserved for other clients)` : "";
  return new BudgetExhausted(
    `Hourly limit of ${limit - reserve} requests reached${reserved}. Nothing was sent.`,
    wait,
  );
}

function shareLimitReached(share: string, wait: number): BudgetExhausted {
  return new BudgetExhausted(
    `Hourly limit of ${share} requests reached; the rest are reserved for other work. Nothing was sent.`,
    wait,
  );
}
