import "server-only";
import type { Clock } from "../clock.ts";
import { HOUR } from "../contract/platform/vocabulary.ts";
import { AppError } from "../errors.ts";
import type { PlatformDatabase } from "./schema/schema.ts";

/** The hourly limit is reached. `retryAfter` is in milliseconds. */
export class LimitReached extends AppError {
  override readonly name = "LimitReached";
  constructor(message: string, retryAfter: number) {
    super("budget_exhausted", message, { retryAfter });
  }
}

/** A counted request. Refund it if the request had no effect. */
export interface CountedRequest {
  id: number;
}

export interface Limits {
  /**
   * Counts one request of `budget`, unless there were already `limit` requests in the last hour.
   * Exact across restarts and processes that share the database.
   * @throws {LimitReached} without counting the request
   */
  spend(budget: string, limit: number): Promise<CountedRequest>;
  refund(request: CountedRequest): Promise<void>;
  /** Writes something without effect. */
  writeProbe(): Promise<void>;
}

/** Creates rate limits with a sliding window of one hour (docs/contract/platform.md, "Limits"). */
export function createLimits(database: PlatformDatabase, clock: Clock): Limits {
  const spend = (budget: string, limit: number) =>
    database.query.transaction().execute(async (trx) => {
      // Locks the budget's row, so that counting and inserting are atomic across processes.
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
      const oldest = await trx
        .selectFrom("platform_use")
        .select("at")
        .where("budget", "=", budget)
        .orderBy("at", "desc")
        .limit(1)
        .offset(limit - 1)
        .executeTakeFirst();
      if (oldest) {
        const message = `Hourly limit of ${limit} requests reached. Try again later.`;
        throw new LimitReached(message, oldest.at + HOUR - now);
      }
      return trx
        .insertInto("platform_use")
        .values({ budget, at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
    });

  const refund = async ({ id }: CountedRequest) => {
    await database.query.deleteFrom("platform_use").where("id", "=", id).execute();
  };

  const writeProbe = async () => {
    await database.query
      .insertInto("platform_budget")
      .values({ budget: "probe" })
      .onConflict((conflict) => conflict.column("budget").doUpdateSet({ budget: "probe" }))
      .execute();
  };

  return { spend, refund, writeProbe };
}
