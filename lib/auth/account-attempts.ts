import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "../clock.ts";
import { AppError, type ErrorCode, isAppError } from "../errors.ts";
import { networkOf } from "../network.ts";
import { addressOf } from "./client-address.ts";
import type { KnownBrowser } from "./known-browser.ts";
import type { AuthDatabase, AuthQuery } from "./schema/schema.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How attempts that count together delay the next one. Times in milliseconds. */
interface Limit {
  /** The error message while the person has to wait. */
  reason: string;
  /** Attempts before there is a delay. It doubles with each one after that. */
  free: number;
  longest: number;
  /** Time after the first attempt at which all of them are forgotten, whatever happens in between. */
  window: number;
}

const FIRST_DELAY = 2_000;
const FAILED = "Too many failed attempts.";

/** For failed attempts from one network, or from one known browser, at one account. */
const CLIENT_LIMIT: Limit = { reason: FAILED, free: 5, longest: 15 * MINUTE, window: DAY };
/** For all failed attempts from unknown browsers, whose delay a stranger can cause for the owner. */
const ACCOUNT_LIMIT: Limit = { reason: FAILED, free: 50, longest: MINUTE, window: DAY };
/**
 * For failed attempts from one network's unknown browsers, whatever the account. Keeps one client from adding
 * rows for a day by inventing accounts; high enough for the typos of an office or a proxy that shares an address.
 */
const NETWORK_LIMIT: Limit = {
  reason: "Too many failed attempts from your network.",
  free: 100,
  longest: MINUTE,
  window: HOUR,
};
/** For sign-ins with a passkey or a provider that one network starts, each of which stores a row. */
const START_LIMIT: Limit = {
  reason: "Too many sign-ins from your network.",
  free: 300,
  longest: MINUTE,
  window: MINUTE,
};

/** Milliseconds after its first attempt when every counter is forgotten. */
export const ATTEMPT_LIFETIME_MS = DAY;

/**
 * Errors that count as a failed attempt. After others, such as a full disk, it isn't known whether the password
 * was right.
 */
const FAILURES: readonly ErrorCode[] = ["unauthenticated", "invalid_request"];

/** An attempt to sign in, or to confirm a password. */
export interface Attempt {
  email: string;
  /** The client's address. */
  address: string;
  /** The browser's ID if it has signed in to this account before; null otherwise. */
  browser: string | null;
}

/** Returns the attempt that a request makes at an account. */
export function attemptOf(browsers: KnownBrowser, headers: Headers, email: string): Attempt {
  return { email, address: addressOf(headers), browser: browsers.read(headers, email) };
}

/**
 * Counts failed attempts. Per network at an account, and with a higher limit in total, so that using many
 * addresses doesn't help; and per network over all accounts, so that trying many accounts doesn't. A browser that
 * has signed in before counts on its own, so that nobody else can lock the owner out (OWASP's "device cookies").
 */
export interface AccountAttempts {
  /**
   * Makes an attempt. It counts while `work` is under way, so that many at once don't help, and afterward if `work`
   * failed with `unauthenticated` or `invalid_request`. A success forgets the failed attempts at this account.
   * @throws {AppError} `too_many_attempts` without running `work` while it has to wait
   */
  make<Result>(attempt: Attempt, work: () => Promise<Result>): Promise<Result>;
  /** Counts the start of a sign-in that isn't an attempt yet. @throws {AppError} `too_many_attempts` */
  start(address: string): Promise<void>;
}

interface Counter {
  key: string;
  limit: Limit;
}

/** A counter's attempts in its current window, before the one that is being made. */
interface Counted {
  key: string;
  count: number;
  firstAt: number;
  lastAt: number;
}

export function createAccountAttempts({ query }: AuthDatabase, clock: Clock): AccountAttempts {
  const count = async (counters: readonly Counter[], now: number): Promise<Counted[]> => {
    const counted = await query.transaction().execute((trx) => countAll(trx, counters, now));
    if (Array.isArray(counted)) return counted;
    const { limit, wait } = counted;
    const message = `${limit.reason} Try again in ${durationOf(wait)}.`;
    throw new AppError("too_many_attempts", message, { retryAfter: wait });
  };
  /** Leaves the counters as if the attempt hadn't been made. */
  const uncount = async (counted: readonly Counted[], now: number) => {
    for (const { key, firstAt, lastAt } of counted) {
      await query
        .updateTable("auth_account_attempt")
        .set({
          count: sql`count - 1`,
          last_at: sql`case when last_at = ${now} then ${lastAt} else last_at end`,
        })
        .where("key", "=", key)
        .where("first_at", "=", firstAt)
        .where("count", ">", 0)
        .execute();
    }
  };
  return {
    make: async (attempt, work) => {
      const now = clock.now();
      const counters = countersOf(attempt);
      const counted = await count(counters, now);
      try {
        const result = await work();
        const own = counters.flatMap(({ key, limit }) => (limit === NETWORK_LIMIT ? [] : [key]));
        await query.deleteFrom("auth_account_attempt").where("key", "in", own).execute();
        await uncount(counted, now);
        return result;
      } catch (error) {
        // The error says more than the reason why a counter couldn't be written.
        if (!isAppError(error) || !FAILURES.includes(error.code)) {
          await uncount(counted, now).catch(() => {});
        }
        throw error;
      }
    },
    start: async (address) => {
      const key = keyOf("start", "", networkOf(address));
      await count([{ key, limit: START_LIMIT }], clock.now());
    },
  };
}

/**
 * Removes counters whose first attempt was before `before` (epoch milliseconds), at most `limit`. Anyone can add them,
 * by guessing addresses.
 * @returns the number of removed rows; 0 when none is left
 */
export async function removeOldAttempts(
  query: AuthQuery,
  before: number,
  limit: number,
): Promise<number> {
  const old = query
    .selectFrom("auth_account_attempt")
    .select("key")
    .where("first_at", "<", before)
    .limit(limit);
  const { numDeletedRows } = await query
    .deleteFrom("auth_account_attempt")
    .where("key", "in", old)
    .where("first_at", "<", before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function countersOf({ email, address, browser }: Attempt): Counter[] {
  return browser === null
    ? [
        { key: keyOf("network", "", networkOf(address)), limit: NETWORK_LIMIT },
        { key: keyOf("client", email, networkOf(address)), limit: CLIENT_LIMIT },
        { key: keyOf("account", email), limit: ACCOUNT_LIMIT },
      ]
    : [{ key: keyOf("browser", email, browser), limit: CLIENT_LIMIT }];
}

/**
 * Counts an attempt with each counter. If one of them has to wait, counts with none and returns the
 * milliseconds to wait.
 */
async function countAll(
  trx: AuthQuery,
  counters: readonly Counter[],
  now: number,
): Promise<Counted[] | { limit: Limit; wait: number }> {
  const counted: Counted[] = [];
  // Rows are always locked in this order: two transactions never wait for each other.
  for (const { key, limit } of counters) {
    const before = await lockCounter(trx, key, limit, now);
    const wait = waitFor(before, limit, now);
    // Adds no row about an account while the network has to wait.
    if (wait > 0) return { limit, wait };
    counted.push(before);
  }
  for (const { key, count, firstAt } of counted) {
    await trx
      .updateTable("auth_account_attempt")
      .set({ count: count + 1, first_at: firstAt, last_at: now })
      .where("key", "=", key)
      .execute();
  }
  return counted;
}

/** Locks the row of a key, and returns its attempts that still count. */
async function lockCounter(
  trx: AuthQuery,
  key: string,
  { window }: Limit,
  now: number,
): Promise<Counted> {
  const row = await trx
    .insertInto("auth_account_attempt")
    .values({ key, count: 0, first_at: now, last_at: now })
    // Changes nothing, but locks and returns the row.
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({ key: (eb) => eb.ref("excluded.key") }),
    )
    .returning(["count", "first_at", "last_at"])
    .executeTakeFirstOrThrow();
  const { count, first_at: firstAt, last_at: lastAt } = row;
  // A later time means that the clock was set back.
  const isOver = count === 0 || firstAt > now || lastAt > now || now - firstAt >= window;
  return isOver ? { key, count: 0, firstAt: now, lastAt: now } : { key, count, firstAt, lastAt };
}

function waitFor({ count, firstAt, lastAt }: Counted, limit: Limit, now: number): number {
  if (count < limit.free) return 0;
  const delay = Math.min(FIRST_DELAY * 2 ** (count - limit.free), limit.longest);
  return Math.max(0, Math.min(lastAt + delay, firstAt + limit.window) - now);
}

/** "2 seconds", "15 minutes": never less than `milliseconds`. */
function durationOf(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  const [amount, unit] = seconds < 120 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

/** A hash, because an email that someone typed can be of any length. */
function keyOf(kind: string, email: string, client = ""): string {
  const account = email.trim().toLowerCase();
  const hash = createHash("sha256")
    .update(JSON.stringify([account, client]))
    .digest("hex");
  return `${kind}:${hash}`;
}
