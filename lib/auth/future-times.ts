import "server-only";
import { sql } from "kysely";
import { MAX_CLOCK_SKEW_MS } from "../clock.ts";
import type { AuthDatabase, AuthQuery } from "./schema/schema.ts";

const DAY = 24 * 3_600_000;
/** Milliseconds that a session lasts. */
export const SESSION_LIFETIME_MS = 14 * DAY;
/** Milliseconds that a second factor is locked after too many wrong codes. */
export const CODE_LOCK_MS = 15 * 60_000;
/** Milliseconds that better-auth's own tokens last at most. */
const MAX_VERIFICATION_LIFETIME_MS = DAY;

/**
 * Repairs times that were stored while the clock was ahead: attempts to sign in would be limited
 * until then, and links and sessions would last longer than announced.
 * @returns the number of changed rows
 */
export function repairFutureTimes({ engine, query }: AuthDatabase, now: number): Promise<number> {
  const latest = now + MAX_CLOCK_SKEW_MS;
  const date = (at: number) => (engine === "postgres" ? new Date(at) : new Date(at).toISOString());
  const sessionEnd = now + SESSION_LIFETIME_MS;
  const statements = [
    sql`delete from auth_account_attempt where last_at > ${latest} or first_at > ${latest}`,
    sql`delete from auth_used_code where used_at > ${latest}`,
    sql`update auth_second_factor set "lockedUntil" = null
      where "lockedUntil" > ${date(latest + CODE_LOCK_MS)}`,
    sql`delete from auth_verification
      where "expiresAt" > ${date(latest + MAX_VERIFICATION_LIFETIME_MS)}`,
    sql`update auth_invitation
      set expires_at = ${now} + (expires_at - created_at), created_at = ${now}
      where created_at > ${latest}`,
    sql`update auth_session set "expiresAt" = ${date(sessionEnd)}
      where "expiresAt" > ${date(sessionEnd + MAX_CLOCK_SKEW_MS)}`,
  ];
  return query.transaction().execute(async (trx: AuthQuery) => {
    let changed = 0n;
    for (const statement of statements) {
      changed += (await statement.execute(trx)).numAffectedRows ?? 0n;
    }
    return Number(changed);
  });
}
