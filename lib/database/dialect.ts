import "server-only";
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from "kysely";
import type { Engine } from "./open.ts";

/** The engine that a handle, or a transaction's, speaks to. */
export function engineOf<Schema>(db: Kysely<Schema>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
}

/** Column type of a 64-bit integer: instants in epoch milliseconds, counters. */
export function bigint(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres" ? sql`bigint` : sql`integer`;
}

/** Column type of text that sorts and compares by its bytes on both engines, as keysets need. */
export function binaryText(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres" ? sql`text collate "C"` : sql`text`;
}

/** Primary key that counts up by itself. */
export function serialKey(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres"
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
}

/**
 * Keeps everybody else who asks for `name` waiting until the transaction ends. On SQLite a transaction
 * that writes is alone anyway.
 */
export async function advisoryLock<Schema>(trx: Kysely<Schema>, name: string): Promise<void> {
  if (engineOf(trx) === "sqlite") return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Text as PostgreSQL can keep it: it refuses NUL, so neither engine gets one in a column. */
export function storable(text: string): string {
  return text.replaceAll("\0", "");
}
