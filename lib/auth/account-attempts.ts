import "server-only";
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { AppError } from "../errors.ts";
import { networkOf } from "../network.ts";
import type { AuthSchema } from "./schema.ts";

/** How failed attempts that count together delay the next one. Times in milliseconds. */
interface Limit {
  /** Failed attempts before there is a delay. It doubles with each one after that. */
  free: number;
  longest: number;
}

const FIRST_DELAY = 2_000;

/** For attempts from one address, or from one known browser. */
const CLIENT_LIMIT: Limit = { free: 5, longest: 15 * 60_000 };
/** For all attempts from unknown browsers, whose delay a stranger can cause for the owner. */
const ACCOUNT_LIMIT: Limit = { free: 50, longest: 60_000 };
/**
 * For all attempts from one network's unknown browsers, whatever the account. Keeps one client from adding
 * rows for a day by inventing accounts; high enough for an office or a proxy that shares an address.
 */
const NETWORK_LIMIT: Limit = { free: 100, longest: 60_000 };

/** Failed attempts older than this don't count. Milliseconds. */
const FORGET_AFTER = 24 * 60 * 60_000;
/** Milliseconds between removals of forgotten attempts. */
const REMOVE_EVERY = 60 * 60_000;

/** An attempt to sign in. */
export interface Attempt {
  email: string;
  /** The client's address. */
  address: string;
  /** The browser's ID if it has signed in to this account before; null otherwise. */
  browser: string | null;
}

/**
 * Counts attempts to sign in to an account: by the address they come from, and more leniently in total,
 * so that many addresses don't help, and by address in total, so that many accounts don't. A browser that has signed in before counts on its own, so that
 * nobody else can keep the owner out (OWASP's "device cookies").
 */
export interface AccountAttempts {
  /** Counts an attempt. @throws {AppError} `too_many_attempts` while it has to wait */
  begin(attempt: Attempt): Promise<void>;
  /** Forgets the attempts at this account that counted with this one, after a success. */
  succeed(attempt: Attempt): Promise<void>;
}

export function createAccountAttempts(
  { query }: Database<AuthSchema>,
  clock: Clock,
): AccountAttempts {
  let lastRemoval = 0;
  /** Anyone can add rows, by guessing addresses. */
  const removeForgotten = async (now: number) => {
    if (now - lastRemoval < REMOVE_EVERY) return;
    lastRemoval = now;
    await query
      .deleteFrom("auth_account_attempt")
      .where("last_at", "<", now - FORGET_AFTER)
      .execute();
  };
  return {
    begin: async (attempt) => {
      const now = clock.now();
      await removeForgotten(now);
      const wait = await query.transaction().execute(async (trx) => {
        const counted: { key: string; count: number }[] = [];
        // Rows are always locked in this order: two transactions never wait for each other.
        for (const [key, limit] of limitsOf(attempt)) {
          const { count, wait } = await countedAttempts(trx, key, limit, now);
          // Adds no row about an account while the network has to wait.
          if (wait > 0) return wait;
          counted.push({ key, count });
        }
        for (const { key, count } of counted) {
          const changed = { count: count + 1, last_at: now };
          await trx
            .updateTable("auth_account_attempt")
            .set(changed)
            .where("key", "=", key)
            .execute();
        }
        return 0;
      });
      if (wait === 0) return;
      const message = `Too many failed attempts. Try again in ${Math.ceil(wait / 1_000)} seconds.`;
      throw new AppError("too_many_attempts", message, { retryAfter: wait });
    },
    succeed: async (attempt) => {
      const keys = limitsOf(attempt).flatMap(([key, limit]) =>
        limit === NETWORK_LIMIT ? [] : [key],
      );
      await query.deleteFrom("auth_account_attempt").where("key", "in", keys).execute();
    },
  };
}

function limitsOf({ email, address, browser }: Attempt): [key: string, limit: Limit][] {
  return browser === null
    ? [
        [keyOf("network", "", networkOf(address)), NETWORK_LIMIT],
        [keyOf("client", email, networkOf(address)), CLIENT_LIMIT],
        [keyOf("account", email), ACCOUNT_LIMIT],
      ]
    : [[keyOf("browser", email, browser), CLIENT_LIMIT]];
}

/** Locks the row of a key, and returns its attempts that still count and the milliseconds to wait. */
async function countedAttempts(
  trx: Kysely<AuthSchema>,
  key: string,
  { free, longest }: Limit,
  now: number,
): Promise<{ count: number; wait: number }> {
  const { count, last_at: lastAt } = await trx
    .insertInto("auth_account_attempt")
    .values({ key, count: 0, last_at: now })
    // Changes nothing, but locks and returns the row.
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ key: (eb) => eb.ref("excluded.key") }),
    )
    .returning(["count", "last_at"])
    .executeTakeFirstOrThrow();
  const age = now - lastAt;
  // A negative age means that the clock was set back.
  if (age < 0 || age > FORGET_AFTER) return { count: 0, wait: 0 };
  if (count < free) return { count, wait: 0 };
  const delay = Math.min(FIRST_DELAY * 2 ** (count - free), longest);
  return { count, wait: Math.max(0, delay - age) };
}

/** A hash, because an email that someone typed can be of any length. */
function keyOf(kind: string, email: string, client = ""): string {
  const account = email.trim().toLowerCase();
  const hash = createHash("sha256")
    .update(JSON.stringify([account, client]))
    .digest("hex");
  return `${kind}:${hash}`;
}
