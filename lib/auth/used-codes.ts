import "server-only";
import { createHash } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { AuthDatabase } from "./schema/schema.ts";

/** Milliseconds that a used code is remembered. It is valid for 90 seconds. */
const REMEMBERED_MS = 5 * 60_000;

export type UsedCodes = ReturnType<typeof createUsedCodes>;

/** The codes that were entered, because better-auth accepts one again while it's valid. */
export function createUsedCodes({ query }: AuthDatabase, clock: Clock) {
  return {
    /**
     * Marks a code as used, before it's checked, so that of two requests only one can use it.
     * @returns how to release a code that wasn't accepted; null if the code was used already
     */
    use: (userId: string, code: string) =>
      query.transaction().execute(async (trx) => {
        const now = clock.now();
        await trx
          .deleteFrom("auth_used_code")
          .where("user_id", "=", userId)
          .where("used_at", "<", now - REMEMBERED_MS)
          .execute();
        const hash = createHash("sha256").update(code).digest("hex");
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto("auth_used_code")
          .values({ user_id: userId, hash, used_at: now })
          .onConflict((conflict) => conflict.columns(["user_id", "hash"]).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) return null;
        return async () => {
          await query
            .deleteFrom("auth_used_code")
            .where("user_id", "=", userId)
            .where("hash", "=", hash)
            .execute();
        };
      }),
  };
}
