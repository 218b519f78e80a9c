import "server-only";
import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Engine } from "./open.ts";

/** Returns the engine behind a database handle or transaction. */
export function engineOf<Schema>(db: Kysely<Schema>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

/**
 * Holds the lock `name` until the transaction ends; other transactions that request it wait. Does
 * nothing on SQLite, where only one transaction can write at a time.
 */
export async function advisoryLock<Schema>(trx: Kysely<Schema>, name: string): Promise<void> {
  if (engineOf(trx) === "sqlite") return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Removes NUL characters, which PostgreSQL rejects, so that both engines store the same text. */
export function stripNul(text: string): string {
  return text.replaceAll("\0", "");
}
