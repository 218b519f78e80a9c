import "server-only";
import { type RawBuilder, sql } from "kysely";
import type { Engine } from "../../database/open.ts";

// Frozen: shipped migrations depend on these definitions.

/** Column type of a 64-bit integer: timestamps in epoch milliseconds, counters. */
export function bigint(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres" ? sql`bigint` : sql`integer`;
}

/** Column type of text that both engines compare by its bytes, as keyset pagination requires. */
export function binaryText(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres" ? sql`text collate "C"` : sql`text`;
}

/** Auto-incrementing primary key. */
export function serialKey(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres"
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
}
