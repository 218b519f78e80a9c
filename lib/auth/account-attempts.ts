import "server-only";
import { createHash, randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { AppError } from "../errors.ts";
import type { AuthSchema } from "./schema.ts";

/** Failed attempts before there is a delay. It doubles with each one after that. Milliseconds. */
const FREE_ATTEMPTS = 5;
const FIRST_DELAY = 2_000;
const LONGEST_DELAY = 15 * 60_000;
/** Failed attempts older than this don't count. Milliseconds. */
const FORGET_AFTER = 24 * 60 * 60_000;

/** Counts attempts to sign in by account, whatever address they come from. */
export interface AccountAttempts {
  /** Counts an attempt. @throws {AppError} `too_many_attempts` while the account has to wait */
  begin(email: string): Promise<void>;
  /** Forgets an account's attempts after a success. */
  succeed(email: string): Promise<void>;
}

export function createAccountAttempts(
  { query }: Database<AuthSchema>,
  clock: Clock,
): AccountAttempts {
  return {
    begin: async (email) => {
      const now = clock.now();
      const wait = await query.transaction().execute(async (trx) => {
        const { count, lastRequest } = await trx
          .insertInto("auth_attempt")
          .values({ id: randomUUID(), key: keyOf(email), count: 0, lastRequest: now })
          // Changes nothing, but locks and returns the row.
          .onConflict((conflict) =>
            conflict.column("key").doUpdateSet({ key: (eb) => eb.ref("excluded.key") }),
          )
          .returning(["count", "lastRequest"])
          .executeTakeFirstOrThrow();
        const age = now - lastRequest;
        // A negative age means that the clock was set back.
        const counted = age < 0 || age > FORGET_AFTER ? 0 : count;
        const left = delayAfter(counted) - age;
        if (counted > 0 && left > 0) return left;
        await trx
          .updateTable("auth_attempt")
          .set({ count: counted + 1, lastRequest: now })
          .where("key", "=", keyOf(email))
          .execute();
        return 0;
      });
      if (wait === 0) return;
      const message = `Too many failed attempts for this account. Try again in ${Math.ceil(wait / 1_000)} seconds.`;
      throw new AppError("too_many_attempts", message, { retryAfter: wait });
    },
    succeed: async (email) => {
      await query.deleteFrom("auth_attempt").where("key", "=", keyOf(email)).execute();
    },
  };
}

/** Returns the delay in milliseconds after this many failed attempts. */
function delayAfter(count: number): number {
  if (count < FREE_ATTEMPTS) return 0;
  return Math.min(FIRST_DELAY * 2 ** (count - FREE_ATTEMPTS), LONGEST_DELAY);
}

/** A hash, because an email that someone typed can be of any length. */
function keyOf(email: string): string {
  const account = email.trim().toLowerCase();
  return `account:${createHash("sha256").update(account).digest("hex")}`;
}
