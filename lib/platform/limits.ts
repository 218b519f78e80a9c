import "server-only";
import type { Clock } from "../clock.ts";
import { HOUR } from "../contract/platform/vocabulary.ts";
import type { Database } from "../database/open.ts";
import { AppError } from "../errors.ts";
import type { PlatformSchema } from "./schema.ts";

/** The hour is full. `retryAfter` is when its oldest counted use leaves it. */
export class LimitReached extends AppError {
  override readonly name = "LimitReached";
  constructor(message: string, retryAfter: number) {
    super("budget_exhausted", message, { retryAfter });
  }
}

/** A counted use, to give back if what it was for did not happen. */
export interface Use {
  id: number;
}

export interface Limits {
  /**
   * Counts one use of `budget` unless `limit` uses lie within the last hour. Exact among processes
   * that share the database, and across restarts.
   * @throws {LimitReached} and counts nothing
   */
  spend(budget: string, limit: number): Promise<Use>;
  refund(use: Use): Promise<void>;
}

/** Sliding windows of one hour (contract: "Limits"). */
export function openLimits(database: Database<PlatformSchema>, clock: Clock): Limits {
  const spend = (budget: string, limit: number) =>
    database.query.transaction().execute(async (trx) => {
      // Locks the budget's row, so that counting and adding are one step for all processes.
      await trx
        .insertInto("platform_budget")
        .values({ budget })
        .onConflict((conflict) => conflict.column("budget").doUpdateSet({ budget }))
        .execute();
      const now = clock.now();
      await trx
        .deleteFrom("platform_use")
        .where("budget", "=", budget)
        .where("at", "<=", now - HOUR)
        .execute();
      const blocking = await trx
        .selectFrom("platform_use")
        .select("at")
        .where("budget", "=", budget)
        .orderBy("at", "desc")
        .limit(1)
        .offset(limit - 1)
        .executeTakeFirst();
      if (blocking) {
        const message = `More than ${limit} requests within an hour. Try again later.`;
        throw new LimitReached(message, blocking.at + HOUR - now);
      }
      return trx
        .insertInto("platform_use")
        .values({ budget, at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
    });

  const refund = async ({ id }: Use) => {
    await database.query.deleteFrom("platform_use").where("id", "=", id).execute();
  };

  return { spend, refund };
}
