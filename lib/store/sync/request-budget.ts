import "server-only";
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import { HOUR } from "../../contract/platform/vocabulary.ts";
import type { Database } from "../../database/open.ts";
import { BudgetExhausted } from "../../errors.ts";
import type { RequestBudget } from "../../platform-client/budget.ts";
import type { StoreSchema } from "../schema/schema.ts";

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
  database: Database<StoreSchema>;
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
        await deleteOldRequests(trx, budget, now - HOUR);
        const sent = { budget, sent_at: now, share: share?.name ?? "" };
        await trx.insertInto("platform_request").values(sent).execute();
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

    pause: pause.bind(null, query),
    recordRateLimit: recordRateLimit.bind(null, query),
    recordSuccess: recordSuccess.bind(null, query),
    sentTimes: (budget, share) => sentSince(query, budget, share, clock.now() - HOUR),
    status: async (budget) => {
      const now = clock.now();
      const { used, oldest } = await countSince(query, budget, now - HOUR);
      const row = await query
        .selectFrom("budget")
        .select("paused_until")
        .where("budget", "=", budget)
        .executeTakeFirst();
      const { limit, reserve } = allowance(budget);
      return {
        limit,
        reserve,
        used,
        remaining: Math.max(0, limit - reserve - used),
        resetsAt: oldest === null ? null : oldest + HOUR,
        pausedUntil: row && row.paused_until > now ? row.paused_until : null,
      };
    },
  };
}

async function sentSince(
  query: Kysely<StoreSchema>,
  budget: string,
  share: string,
  since: number,
): Promise<number[]> {
  const rows = await query
    .selectFrom("platform_request")
    .select("sent_at")
    .where("budget", "=", budget)
    .where("share", "=", share)
    .where("sent_at", ">", since)
    .orderBy("sent_at")
    .execute();
  return rows.map((row) => row.sent_at);
}

async function pause(query: Kysely<StoreSchema>, budget: string, until: number): Promise<void> {
  await query
    .insertInto("budget")
    .values({ budget, paused_until: until })
    .onConflict((conflict) =>
      conflict
        .column("budget")
        .doUpdateSet({ paused_until: until })
        .where("budget.paused_until", "<", until),
    )
    .execute();
}

async function recordRateLimit(query: Kysely<StoreSchema>, budget: string): Promise<number> {
  const row = await query
    .insertInto("budget")
    .values({ budget, paused_until: 0, rate_limits: 1 })
    .onConflict((conflict) =>
      conflict
        .column("budget")
        .doUpdateSet((eb) => ({ rate_limits: eb("budget.rate_limits", "+", 1) })),
    )
    .returning("rate_limits")
    .executeTakeFirstOrThrow();
  return row.rate_limits;
}

async function recordSuccess(query: Kysely<StoreSchema>, budget: string): Promise<void> {
  await query
    .updateTable("budget")
    .set({ rate_limits: 0 })
    .where("budget", "=", budget)
    .where("rate_limits", ">", 0)
    .execute();
}

/** Locks the budget's row by writing it; other processes wait until the transaction ends. */
function lockBudget(trx: Kysely<StoreSchema>, budget: string) {
  return trx
    .insertInto("budget")
    .values({ budget, paused_until: 0 })
    .onConflict((conflict) =>
      conflict.column("budget").doUpdateSet((eb) => ({ budget: eb.ref("excluded.budget") })),
    )
    .returning(["paused_until", "rate_limits"])
    .executeTakeFirstOrThrow();
}

async function deleteOldRequests(
  trx: Kysely<StoreSchema>,
  budget: string,
  until: number,
): Promise<void> {
  await trx
    .deleteFrom("platform_request")
    .where("budget", "=", budget)
    .where("sent_at", "<=", until)
    .execute();
}

async function countSince(
  query: Kysely<StoreSchema>,
  budget: string,
  since: number,
): Promise<{ used: number; oldest: number | null }> {
  const row = await query
    .selectFrom("platform_request")
    .select((eb) => [
      eb.fn.countAll<number>().as("used"),
      eb.fn.min<number | null>("sent_at").as("oldest"),
    ])
    .where("budget", "=", budget)
    .where("sent_at", ">", since)
    .executeTakeFirstOrThrow();
  return row;
}

/**
 * Returns when the next request is allowed if more than `limit` were sent in the hour before `now`;
 * null otherwise. With `name`, counts only that share's requests.
 */
async function overLimitUntil(
  trx: Kysely<StoreSchema>,
  counted: { budget: string; now: number; limit: number; name?: string },
): Promise<number | null> {
  const { budget, now, limit, name } = counted;
  let hour = trx
    .selectFrom("platform_request")
    .where("budget", "=", budget)
    .where("sent_at", ">", now - HOUR);
  if (name !== undefined) hour = hour.where("share", "=", name);
  const { used } = await hour
    .select((eb) => eb.fn.countAll<number>().as("used"))
    .executeTakeFirstOrThrow();
  if (used <= limit) return null;
  // The next request is allowed once the excess requests are more than an hour old.
  const oldest = await hour
    .select("sent_at")
    .orderBy("sent_at")
    .offset(used - limit - 1)
    .limit(1)
    .executeTakeFirstOrThrow();
  return oldest.sent_at + HOUR;
}

// The messages are stored with what waits, and say no time that would be wrong later.

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
