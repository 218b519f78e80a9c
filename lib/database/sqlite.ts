import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

/** Milliseconds that a write waits for another process's lock before it fails. */
const PATIENCE = 10_000;

/**
 * Kysely's SQLite dialect with transactions that take the write lock at once (a deferred one fails
 * with SQLITE_BUSY_SNAPSHOT when it writes after another process did), and with a wait for locks
 * that leaves the event loop free.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #database: SQLite.Database;

  constructor(database: SQLite.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new PatientSqliteDriver({ database: this.#database });
  }
}

class PatientSqliteDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => whenFree(() => connection.executeQuery(query)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

/** Runs one statement; SQLite has done nothing of it when it reports a lock, so it may run again. */
async function whenFree<T>(run: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
      await delay(5 + Math.random() * 45);
    }
  }
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}
