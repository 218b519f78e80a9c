import "server-only";
import { type RawBuilder, sql } from "kysely";

// Frozen copies: shipped migrations depend on them, so they never change with lib/database.

type Engine = "sqlite" | "postgres";

/** Column type of a 64-bit integer: epoch milliseconds and counters. */
export function bigint(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres" ? sql`bigint` : sql`integer`;
}

/** Column type of text that both engines compare byte by byte, as keyset paging needs. */
export function binaryText(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres" ? sql`text collate "C"` : sql`text`;
}

/** Type and constraint of an auto-incrementing primary key. */
export function serialKey(engine: Engine): RawBuilder<unknown> {
  return engine === "postgres"
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`;
}
