import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import { createMutex, type Mutex } from "../mutex.ts";
import { SqliteThread } from "./sqlite-thread.ts";

/** Milliseconds that a write waits for another process's lock before it fails. */
const TIMEOUT = 10_000;

/**
 * One file, opened twice, so that nobody who reads waits for a write that waits for a lock. Writes
 * are on a thread, as they may take long; short reads are not, as they would wait for one.
 */
export interface SqliteFile {
  file: string;
  /** Never written through. */
  reader: SQLite.Database;
}

/**
 * Kysely's SQLite dialect with reads that never wait, transactions that take the write lock at once
 * (a deferred one fails with SQLITE_BUSY_SNAPSHOT when it writes after another process did), and a
 * wait for locks that leaves the event loop free.
 */
export class SqliteFileDialect extends SqliteDialect {
  readonly #file: SqliteFile;

  constructor(file: SqliteFile) {
    super({ database: file.reader });
    this.#file = file;
  }

  override createDriver(): Driver {
    return new SqliteFileDriver(this.#file);
  }

  override createAdapter(): DialectAdapter {
    return new MultiConnectionAdapter();
  }
}

/** Lets statements begin at the same time, which Kysely would not let SQLite do; drivers order them. */
export class MultiConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteFileDriver implements Driver {
  readonly #reader: SQLite.Database;
  readonly #writer: Writer;
  readonly #turns = createMutex();

  constructor({ file, reader }: SqliteFile) {
    this.#reader = reader;
    this.#writer = new Writer(file);
  }

  async init(): Promise<void> {
    // The reader is open already, and the writer opens with the first write.
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#reader, this.#writer, this.#turns);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk ends a transaction by itself.
    if (this.#writer.thread.inTransaction) {
      await connection.executeQuery(CompiledQuery.raw("rollback"));
    }
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    this.#reader.close();
    await this.#writer.end();
  }
}

/** The thread that writes, begun with the first write, and again should it ever end. */
class Writer {
  readonly #file: string;
  #thread: SqliteThread | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  get thread(): SqliteThread {
    this.#thread ??= new SqliteThread({ file: this.#file, writes: true }, () => {
      this.#thread = null;
    });
    return this.#thread;
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }
}

/** Reads beside all others, until it writes: from then on it has the writer to itself. */
class SqliteConnection implements DatabaseConnection {
  readonly #reader: SQLite.Database;
  readonly #writer: Writer;
  readonly #turns: Mutex;
  #endTurn: (() => void) | null = null;

  constructor(reader: SQLite.Database, writer: Writer, turns: Mutex) {
    this.#reader = reader;
    this.#writer = writer;
    this.#turns = turns;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#endTurn === null && onlyReads(query.sql)) {
      return whenFree(async () => read<R>(this.#reader, query));
    }
    this.#endTurn ??= await this.#turns.acquire();
    return whenFree(async () => {
      const { rows, changes } = await this.#writer.thread.run(query);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    });
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("A stream would hold the connection: read in keyset slices.");
  }

  release(): void {
    this.#endTurn?.();
    this.#endTurn = null;
  }
}

function onlyReads(statement: string): boolean {
  return (
    /^\s*(?:select|with)\b/i.test(statement) && !/\b(?:insert|update|delete)\b/i.test(statement)
  );
}

function read<R>(database: SQLite.Database, query: CompiledQuery): QueryResult<R> {
  return { rows: database.prepare<unknown[], R>(query.sql).all(query.parameters) };
}

/** Runs one statement; SQLite has done nothing of it when it reports a lock, so it may run again. */
async function whenFree<T>(statement: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + TIMEOUT;
  for (;;) {
    try {
      return await statement();
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
