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

/** Threads at most: a long question leaves the other one for short ones. */
const READERS = 2;

/**
 * Kysely's SQLite dialect for reads alone, answered on threads of their own. Reads see all that was
 * committed before they were asked; transactions are refused.
 */
export class SqliteReadersDialect extends SqliteDialect {
  readonly #file: string;

  constructor(file: string) {
    super({ database: async () => Promise.reject(new Error("there is no connection here")) });
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
    reader.askers += 1;
    return reader;
  }

  async releaseConnection(reader: Reader): Promise<void> {
    reader.askers -= 1;
  }

  async beginTransaction(): Promise<void> {
    throw new Error("Reading threads have no transactions");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  #leastBusy(): Reader {
    const [first, ...others] = this.#readers.toSorted((a, b) => a.askers - b.askers);
    if (first && (first.askers === 0 || others.length + 1 === READERS)) return first;
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

/** One reading thread, as Kysely asks it. */
class Reader implements DatabaseConnection {
  /** Who has it now. Not what it was asked so far: two who come at once have not asked yet. */
  askers = 0;
  readonly #thread: SqliteThread;

  constructor(file: string, gone: () => void) {
    this.#thread = new SqliteThread({ file, writes: false }, gone);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows } = await this.#thread.run(query);
    return { rows: rows as R[] };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Reading threads do not stream");
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
