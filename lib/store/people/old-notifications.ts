import "server-only";
import type { Kysely } from "kysely";
import type { StoreSchema } from "../schema/schema.ts";

/**
 * Removes notifications from before `before` (epoch milliseconds), read or not, at most `limit`.
 * @returns the number of removed rows; 0 when none is left
 */
export async function removeOldNotifications(
  query: Kysely<StoreSchema>,
  before: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom("notification")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("notification")
        .select("id")
        .where("at", "<", before)
        .orderBy("id")
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
