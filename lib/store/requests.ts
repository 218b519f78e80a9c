import "server-only";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { BudgetStatus } from "../contract/dashboard.ts";
import { HOUR } from "../contract/vocabulary.ts";
import type { Database } from "../database/open.ts";
import { BudgetExhausted } from "../errors.ts";
import type { StoreSchema } from "./schema.ts";

/** Requests in any sliding hour, and how many of them are left to others. */
export interface Allowance {
  limit: number;
  reserve: number;
}

/** The request budgets in the store, shared by every process that opens it. */
export interface StoredBudget {
  spend(budget: string): Promise<void>;
  pause(budget: string, until: number): Promise<void>;
  status(budget: string): Promise<BudgetStatus>;
}

/**
 * Counts requests in the store, exactly, however many processes count at once: each takes the
 * budget's row first, writes its request, and counts the hour while the others wait.
 */
export function createRequestBudget(options: {
  database: Database<StoreSchema>;
  clock: Clock;
  allowance: (budget: string) => Allowance;
}): StoredBudget {
  const { clock, allowance } = options;
  const { query } = options.database;
  return {
    spend: (budget) =>
      query.transaction().execute(async (trx) => {
        const now = clock.now();
        const pausedUntil = await takeRow(trx, budget);
        if (pausedUntil > now) throw silenced(pausedUntil - now);
        await forgetOldRequests(trx, budget, now - HOUR);
        await trx.insertInto("platform_request").values({ budget, sent_at: now }).execute();
        const { spent } = await countSince(trx, budget, now - HOUR);
        const { limit, reserve } = allowance(budget);
        // Thrown inside the transaction, which takes the written request back.
        if (spent > limit - reserve) {
          const freesAt = await nthOldest(trx, budget, spent - (limit - reserve));
          throw spentUp({ limit, reserve }, Math.max(1, freesAt + HOUR - now));
        }
      }),

    pause: async (budget, until) => {
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
    },

    status: async (budget) => {
      const now = clock.now();
      const { spent, oldest } = await countSince(query, budget, now - HOUR);
      const row = await query
        .selectFrom("budget")
        .select("paused_until")
        .where("budget", "=", budget)
        .executeTakeFirst();
      const { limit, reserve } = allowance(budget);
      return {
        limit,
        reserve,
        spent,
        left: Math.max(0, limit - reserve - spent),
        freesAt: oldest === null ? null : oldest + HOUR,
        pausedUntil: row && row.paused_until > now ? row.paused_until : null,
      };
    },
  };
}

/** Writes the budget's row, which makes every other process that counts it wait for this one. */
async function takeRow(trx: Kysely<StoreSchema>, budget: string): Promise<number> {
  const row = await trx
    .insertInto("budget")
    .values({ budget, paused_until: 0 })
    .onConflict((conflict) =>
      conflict.column("budget").doUpdateSet((eb) => ({ budget: eb.ref("excluded.budget") })),
    )
    .returning("paused_until")
    .executeTakeFirstOrThrow();
  return row.paused_until;
}

async function forgetOldRequests(
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
): Promise<{ spent: number; oldest: number | null }> {
  const row = await query
    .selectFrom("platform_request")
    .select((eb) => [
      eb.fn.countAll<number>().as("spent"),
      eb.fn.min<number | null>("sent_at").as("oldest"),
    ])
    .where("budget", "=", budget)
    .where("sent_at", ">", since)
    .executeTakeFirstOrThrow();
  return row;
}

/** When the `n`-th oldest counted request was sent: once it leaves the hour, one more fits. */
async function nthOldest(trx: Kysely<StoreSchema>, budget: string, n: number): Promise<number> {
  const row = await trx
    .selectFrom("platform_request")
    .select("sent_at")
    .where("budget", "=", budget)
    .orderBy("sent_at")
    .offset(n - 1)
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.sent_at;
}

function silenced(wait: number): BudgetExhausted {
  return new BudgetExhausted(
    `The platform asked for a pause. Nothing was sent; it may be asked again in ${inWords(wait)}.`,
    wait,
  );
}

function spentUp({ limit, reserve }: Allowance, wait: number): BudgetExhausted {
  const kept = reserve > 0 ? ` (${reserve} of ${limit} are left to others)` : "";
  return new BudgetExhausted(
    `The ${limit - reserve} requests of this hour are spent${kept}. ` +
      `Nothing was sent; the next one is free in ${inWords(wait)}.`,
    wait,
  );
}

function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
