import "server-only";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SqliteAdapter,
  SqliteDialect,
} from "kysely";
import { MultiConnectionAdapter } from "./sqlite.ts";
import { SqliteThread } from "./sqlite-thread.ts";

/** Most threads. A long query leaves the other thread for short ones. */
const MAX_READERS = 2;

/**
 * Kysely's SQLite dialect for reads on separate threads. A read sees everything that was committed
 * before it started. Transactions are not supported.
 */
export class SqliteReadersDialect extends SqliteDialect {
  readonly #file: string;

  constructor(file: string) {
    super({ database: async () => Promise.reject(new Error("Readers have no connection")) });
    this.#file = file;
  }

  override createDriver(): Driver {
    return new ReadersDriver(this.#file);
  }

  override createAdapter(): SqliteAdapter {
    return new MultiConnectionAdapter();
  }
}

class ReadersDriver implements Driver {
  readonly #file: string;
  readonly #readers: Reader[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const reader = this.#leastBusy();
    reader.users += 1;
    return reader;
  }

  async releaseConnection(reader: Reader): Promise<void> {
    reader.users -= 1;
  }

  async beginTransaction(): Promise<void> {
    throw new Error("Readers don't support transactions");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  #leastBusy(): Reader {
    const [first, ...others] = this.#readers.toSorted((a, b) => a.users - b.users);
    if (first && (first.users === 0 || others.length + 1 === MAX_READERS)) return first;
    const reader = new Reader(this.#file, () => {
      const at = this.#readers.indexOf(reader);
      if (at >= 0) this.#readers.splice(at, 1);
    });
    this.#readers.push(reader);
    return reader;
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#readers.splice(0).map((reader) => reader.end()));
  }
}

/** One reader thread as a Kysely connection. */
class Reader implements DatabaseConnection {
  /** Number of callers that hold it, including those that have not sent a query yet. */
  users = 0;
  readonly #thread: SqliteThread;

  constructor(file: string, onExit: () => void) {
    this.#thread = new SqliteThread({ path: file, durable: true, writes: false }, onExit);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows } = await this.#thread.run(query);
    return { rows: rows as R[] };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Readers don't support streaming");
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
