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
import { keepPrepared } from "./prepared-statements.ts";
import { SqliteThread } from "./sqlite-thread.ts";

/** Milliseconds that a statement waits for another process's lock before it fails. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * A file that is opened twice, so that reads never wait for a write that waits for a lock. Writes run
 * on a thread, as they may take long. Short reads run on the main thread, where they don't queue.
 */
export interface SqliteFile {
  file: string;
  /** Only used for reads. */
  reader: SQLite.Database;
  /** Whether commits are flushed to disk. */
  durable: boolean;
}

/**
 * Kysely's SQLite dialect with three changes: reads don't wait for writes, transactions take the write
 * lock at the start (a deferred transaction fails with SQLITE_BUSY_SNAPSHOT when it writes after another
 * process did), and waiting for locks doesn't block the event loop.
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

/** Allows concurrent statements, which Kysely disables for SQLite. The drivers serialize writes. */
export class MultiConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

type Prepare = ReturnType<typeof keepPrepared>;

class SqliteFileDriver implements Driver {
  readonly #reader: SQLite.Database;
  readonly #prepare: Prepare;
  readonly #writer: Writer;
  readonly #writeLock = createMutex();

  constructor(file: SqliteFile) {
    this.#reader = file.reader;
    this.#prepare = keepPrepared(file.reader);
    this.#writer = new Writer(file);
  }

  async init(): Promise<void> {
    // The reader is already open. The writer opens with the first write.
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#prepare, this.#writer, this.#writeLock);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite ends the transaction itself when the disk is full.
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

/** The writer thread. Starts with the first write, and again if it ends. */
class Writer {
  readonly #file: SqliteFile;
  #thread: SqliteThread | null = null;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  get thread(): SqliteThread {
    const { file, durable } = this.#file;
    this.#thread ??= new SqliteThread({ path: file, durable, writes: true }, () => {
      this.#thread = null;
    });
    return this.#thread;
  }

  async end(): Promise<void> {
    await this.#thread?.end();
  }
}

/** Reads concurrently with other connections. From its first write on it holds the writer alone. */
class SqliteConnection implements DatabaseConnection {
  readonly #prepare: Prepare;
  readonly #writer: Writer;
  readonly #writeLock: Mutex;
  #unlock: (() => void) | null = null;

  constructor(prepare: Prepare, writer: Writer, writeLock: Mutex) {
    this.#prepare = prepare;
    this.#writer = writer;
    this.#writeLock = writeLock;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#unlock === null && onlyReads(query.sql)) {
      return retryWhileLocked(async () => read<R>(this.#prepare, query));
    }
    this.#unlock ??= await this.#writeLock.acquire();
    return retryWhileLocked(async () => {
      const { rows, changes } = await this.#writer.thread.run(query);
      return { rows: rows as R[], numAffectedRows: BigInt(changes) };
    });
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming would hold the connection. Read in keyset slices instead.");
  }

  release(): void {
    this.#unlock?.();
    this.#unlock = null;
  }
}

function onlyReads(statement: string): boolean {
  return (
    /^\s*(?:select|with)\b/i.test(statement) && !/\b(?:insert|update|delete)\b/i.test(statement)
  );
}

function read<R>(prepare: Prepare, query: CompiledQuery): QueryResult<R> {
  return { rows: prepare(query.sql).all(query.parameters) as R[] };
}

/** Runs a statement, again while the file is locked. A statement that reports a lock had no effect. */
async function retryWhileLocked<T>(statement: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
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
