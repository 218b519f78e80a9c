import "server-only";
import { HOUR } from "../../contract/platform/vocabulary.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** Returns when requests of a share were sent after `since`, oldest first. */
export async function sentSince(
  query: StoreQuery,
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

/** Blocks a budget until `until`, unless it is for longer. */
export async function pauseBudget(query: StoreQuery, budget: string, until: number): Promise<void> {
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

/** Counts a rejection, and returns how many there were in a row. */
export async function recordRateLimit(query: StoreQuery, budget: string): Promise<number> {
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

/** Resets the count of consecutive rejections. */
export async function recordSuccess(query: StoreQuery, budget: string): Promise<void> {
  await query
    .updateTable("budget")
    .set({ rate_limits: 0 })
    .where("budget", "=", budget)
    .where("rate_limits", ">", 0)
    .execute();
}

/** Locks the budget's row by writing it; other processes wait until the transaction ends. */
export function lockBudget(trx: StoreQuery, budget: string) {
  return trx
    .insertInto("budget")
    .values({ budget, paused_until: 0 })
    .onConflict((conflict) =>
      conflict.column("budget").doUpdateSet((eb) => ({ budget: eb.ref("excluded.budget") })),
    )
    .returning(["paused_until", "rate_limits"])
    .executeTakeFirstOrThrow();
}

/** Writes a request, and forgets those of more than an hour before. */
export async function writeRequest(
  trx: StoreQuery,
  request: { budget: string; sent_at: number; share: string },
): Promise<void> {
  await trx
    .deleteFrom("platform_request")
    .where("budget", "=", request.budget)
    .where("sent_at", "<=", request.sent_at - HOUR)
    .execute();
  await trx.insertInto("platform_request").values(request).execute();
}

/** Returns how many requests were sent after `since`, when the first of them was, and until when the budget is blocked. */
export async function countSince(
  query: StoreQuery,
  budget: string,
  since: number,
): Promise<{ used: number; oldest: number | null; pausedUntil: number }> {
  const counted = await query
    .selectFrom("platform_request")
    .select(({ fn }) => [
      fn.countAll<number>().as("used"),
      fn.min<number | null>("sent_at").as("oldest"),
    ])
    .where("budget", "=", budget)
    .where("sent_at", ">", since)
    .executeTakeFirstOrThrow();
  const row = await query
    .selectFrom("budget")
    .select("paused_until")
    .where("budget", "=", budget)
    .executeTakeFirst();
  return { ...counted, pausedUntil: row?.paused_until ?? 0 };
}

/**
 * Returns when the next request is allowed if more than `limit` were sent in the hour before `now`;
 * null otherwise. With `name`, counts only that share's requests.
 */
export async function overLimitUntil(
  trx: StoreQuery,
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
