import "server-only";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import SQLite from "better-sqlite3";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { addMaskFunction } from "./mask-function.ts";
import { RetryingKysely } from "./retrying-kysely.ts";
import { SqliteFileDialect } from "./sqlite.ts";
import { SqliteReadersDialect } from "./sqlite-readers.ts";

export type Engine = "sqlite" | "postgres";

/** Numbers of open and idle connections to PostgreSQL, and of queries that wait for one. */
export type Pool = Readonly<Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">>;

/** An open database and its engine, for the few places where dialects differ. */
export interface Database<Schema> {
  engine: Engine;
  /** The SQLite file; null on PostgreSQL. */
  file: string | null;
  /** How it was opened. */
  location: DatabaseLocation;
  /** For writes, transactions, and reads of a few rows by their key. */
  query: Kysely<Schema>;
  /** For queries that may take long. Runs off the event loop and outside transactions. */
  read: Kysely<Schema>;
  /** Null on SQLite. */
  pool: Pool | null;
  close(): Promise<void>;
}

// By default counts and 64-bit integers are returned as text. All of ours stay below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** Milliseconds that a statement waits for a lock on PostgreSQL before it fails. */
const LOCK_TIMEOUT_MS = 10_000;

/** Milliseconds that SQLite may block the event loop for a lock. Longer waits are retries. */
const SQLITE_BUSY_TIMEOUT_MS = 10;

/** Where a database is, in a form that other processes can open too. */
export interface DatabaseLocation {
  databaseUrl: string | null;
  /** With a `databaseUrl`, only its folder counts, for copies. Empty if there are none. */
  file: string;
  /** False commits to SQLite without flushing to disk, for data that doesn't have to survive a power cut. */
  durable?: boolean;
}

/**
 * Opens PostgreSQL at `databaseUrl`, or the SQLite file at `file`, which is created if needed. Each
 * room opens its own file, so that no room waits for another room's transaction.
 */
export function openDatabase<Schema>(location: DatabaseLocation): Database<Schema> {
  return location.databaseUrl ? openPostgres(location, location.databaseUrl) : openSqlite(location);
}

function openSqlite<Schema>(location: DatabaseLocation): Database<Schema> {
  const { file, durable = true } = location;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const reader = new SQLite(file, { timeout: SQLITE_BUSY_TIMEOUT_MS });
  reader.pragma("journal_mode = WAL");
  reader.pragma("query_only = ON");
  addMaskFunction(reader);
  const query = new Kysely<Schema>({ dialect: new SqliteFileDialect({ file, reader, durable }) });
  const read = new Kysely<Schema>({ dialect: new SqliteReadersDialect(file) });
  const close = async () => {
    await read.destroy();
    await query.destroy();
  };
  return { engine: "sqlite", file, location, query, read, pool: null, close };
}

function openPostgres<Schema>(location: DatabaseLocation, url: string): Database<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    // In pg_stat_activity, unless the address has another name.
    application_name: "errata",
    max: 10,
    connectionTimeoutMillis: 5_000,
    // The pool's hook: a connection that breaks in Kysely's hook would never be released.
    onConnect: async (client) => {
      // JIT compilation, and starting parallel workers, take longer than most of our queries.
      await client.query(
        `set lock_timeout = ${LOCK_TIMEOUT_MS}; set jit = off; set max_parallel_workers_per_gather = 0`,
      );
    },
  });
  // The pool replaces broken connections, and their current query fails. Without a listener the error
  // event would end the process. The pool itself only listens to idle connections.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const query = new RetryingKysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const close = () => query.destroy();
  return { engine: "postgres", file: null, location, query, read: query, pool, close };
}
