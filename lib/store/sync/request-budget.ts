import "server-only";
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { BudgetStatus } from "../../contract/api/sync.ts";
import { HOUR } from "../../contract/platform/vocabulary.ts";
import type { Database } from "../../database/open.ts";
import { BudgetExhausted } from "../../errors.ts";
import type { StoreSchema } from "../schema.ts";

/** Requests in any sliding hour, and how many of them are left to others. */
export interface Allowance {
  limit: number;
  reserve: number;
}

/** A kind of work that gets at most `most` of an hour's requests, so that the rest gets its own. */
export interface Share {
  name: string;
  most: number;
}

/** The request budgets in the store, shared by every process that opens it. */
export interface StoredBudget {
  spend(budget: string, share?: Share): Promise<{ refusals: number }>;
  pause(budget: string, until: number): Promise<void>;
  refuse(budget: string): Promise<number>;
  answered(budget: string): Promise<void>;
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
    spend: (budget, share) =>
      query.transaction().execute(async (trx) => {
        const now = clock.now();
        const { paused_until: pausedUntil, refusals } = await takeRow(trx, budget);
        if (pausedUntil > now) throw silenced(pausedUntil - now);
        await forgetOldRequests(trx, budget, now - HOUR);
        const sent = { budget, sent_at: now, share: share?.name ?? "" };
        await trx.insertInto("platform_request").values(sent).execute();
        // Thrown inside the transaction, which takes the written request back.
        const { limit, reserve } = allowance(budget);
        const freesAt = await overspentUntil(trx, { budget, now, most: limit - reserve });
        if (freesAt !== null) throw spentUp({ limit, reserve }, Math.max(1, freesAt - now));
        const shareFreesAt = share && (await overspentUntil(trx, { budget, now, ...share }));
        if (shareFreesAt) throw shareSpent(Math.max(1, shareFreesAt - now));
        return { refusals };
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

    refuse: async (budget) => {
      const row = await query
        .insertInto("budget")
        .values({ budget, paused_until: 0, refusals: 1 })
        .onConflict((conflict) =>
          conflict
            .column("budget")
            .doUpdateSet((eb) => ({ refusals: eb("budget.refusals", "+", 1) })),
        )
        .returning("refusals")
        .executeTakeFirstOrThrow();
      return row.refusals;
    },

    answered: async (budget) => {
      await query
        .updateTable("budget")
        .set({ refusals: 0 })
        .where("budget", "=", budget)
        .where("refusals", ">", 0)
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
        used: spent,
        remaining: Math.max(0, limit - reserve - spent),
        resetsAt: oldest === null ? null : oldest + HOUR,
        pausedUntil: row && row.paused_until > now ? row.paused_until : null,
      };
    },
  };
}

/** Writes the budget's row, which makes every other process that counts it wait for this one. */
function takeRow(trx: Kysely<StoreSchema>, budget: string) {
  return trx
    .insertInto("budget")
    .values({ budget, paused_until: 0 })
    .onConflict((conflict) =>
      conflict.column("budget").doUpdateSet((eb) => ({ budget: eb.ref("excluded.budget") })),
    )
    .returning(["paused_until", "refusals"])
    .executeTakeFirstOrThrow();
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

/**
 * When another request fits, should more than `most` be counted in the hour before `now`; null
 * where they are not. With `name`, only requests of that share are looked at.
 */
async function overspentUntil(
  trx: Kysely<StoreSchema>,
  counted: { budget: string; now: number; most: number; name?: string },
): Promise<number | null> {
  const { budget, now, most, name } = counted;
  let hour = trx
    .selectFrom("platform_request")
    .where("budget", "=", budget)
    .where("sent_at", ">", now - HOUR);
  if (name !== undefined) hour = hour.where("share", "=", name);
  const { spent } = await hour
    .select((eb) => eb.fn.countAll<number>().as("spent"))
    .executeTakeFirstOrThrow();
  if (spent <= most) return null;
  // Once as many of the oldest as are too many leave the hour, one more fits.
  const oldest = await hour
    .select("sent_at")
    .orderBy("sent_at")
    .offset(spent - most - 1)
    .limit(1)
    .executeTakeFirstOrThrow();
  return oldest.sent_at + HOUR;
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

function shareSpent(wait: number): BudgetExhausted {
  return new BudgetExhausted(
    "What this hour's requests allow for reading again is spent; the rest is for what is new. " +
      `Nothing was sent; the next one is free in ${inWords(wait)}.`,
    wait,
  );
}

function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
