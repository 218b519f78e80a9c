import "server-only";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { RetryingKysely } from "./retrying-kysely.ts";
import { SqliteFileDialect } from "./sqlite.ts";
import { SqliteReadersDialect } from "./sqlite-readers.ts";

export type Engine = "sqlite" | "postgres";

/** An open database, with the engine it runs on for the few places where dialects differ. */
export interface Database<Schema> {
  engine: Engine;
  /** For writes, transactions, and what reads a few rows by their key. */
  query: Kysely<Schema>;
  /** For questions that may take long: beside the event loop, outside any transaction. */
  read: Kysely<Schema>;
  close(): Promise<void>;
}

// Counts and 64-bit integers arrive as text otherwise. All of ours stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Milliseconds that PostgreSQL waits for somebody's lock before a statement fails. */
const LOCK_PATIENCE = 10_000;

/** Milliseconds that SQLite may block the event loop for a lock; the patient part waits above it. */
const SQLITE_BUSY_TIMEOUT = 10;

/**
 * Opens PostgreSQL at `databaseUrl`, or else the SQLite file at `file` (made if it is not there).
 * Each room that keeps data opens its own file, so that none can wait on another's transaction.
 */
export function openDatabase<Schema>(location: {
  databaseUrl: string | null;
  file: string;
}): Database<Schema> {
  return location.databaseUrl ? openPostgres(location.databaseUrl) : openSqlite(location.file);
}

function openSqlite<Schema>(file: string): Database<Schema> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const reader = new SQLite(file, { timeout: SQLITE_BUSY_TIMEOUT });
  reader.pragma("journal_mode = WAL");
  reader.pragma("query_only = ON");
  const query = new Kysely<Schema>({ dialect: new SqliteFileDialect({ file, reader }) });
  const read = new Kysely<Schema>({ dialect: new SqliteReadersDialect(file) });
  const close = async () => {
    await read.destroy();
    await query.destroy();
  };
  return { engine: "sqlite", query, read, close };
}

function openPostgres<Schema>(url: string): Database<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // The pool's own hook: a connection that breaks in Kysely's would keep its place for ever.
    onConnect: async (client) => {
      // Compiling a query takes longer than any of ours that the planner holds worth it.
      await client.query(`set lock_timeout = ${LOCK_PATIENCE}; set jit = off`);
    },
  });
  // A connection that breaks is replaced by the pool, and fails the query it was at, if it was at one;
  // unheard, its error would end the process besides. The pool itself hears idle ones alone.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const query = new RetryingKysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { engine: "postgres", query, read: query, close: () => query.destroy() };
}
