import "server-only";
import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import type { ReadAnswer, ReadRequest } from "./sqlite-reader.ts";

/** Threads at most: a long question leaves the other one for short ones. */
const READERS = 2;

/**
 * Kysely's SQLite dialect for reads alone, answered on threads of their own. better-sqlite3 works
 * synchronously: counting a million entries would hold up everyone else's requests for as long.
 * Reads see all that was committed before they were asked; transactions are refused.
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
    return new SqliteAdapter();
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
    const idle = this.#readers.find(({ pending }) => pending === 0);
    if (idle) return idle;
    if (this.#readers.length < READERS) {
      const reader = new Reader(this.#file, () => {
        this.#readers.splice(this.#readers.indexOf(reader), 1);
      });
      this.#readers.push(reader);
      return reader;
    }
    return this.#readers.reduce((a, b) => (b.pending < a.pending ? b : a));
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error("Reading threads have no transactions");
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#readers.splice(0).map((reader) => reader.end()));
  }
}

interface Waiting {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

class Reader implements DatabaseConnection {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(file: string, gone: () => void) {
    this.#worker = new Worker(new URL("./sqlite-reader.ts", import.meta.url), {
      // An object: the bundler adds to it, and drops anything else.
      workerData: { file },
      // For a source that is not bundled: `server-only` is empty under this condition.
      execArgv: ["--conditions=react-server"],
    });
    this.#worker.unref();
    this.#worker.on("message", (answer: ReadAnswer) => this.#answered(answer));
    const failed = (error: Error) => {
      gone();
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    this.#worker.on("error", failed);
    this.#worker.on("exit", () => failed(new Error("The reading thread ended")));
  }

  get pending(): number {
    return this.#waiting.size;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const id = this.#asked++;
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // A process does not end while somebody waits for an answer.
      this.#worker.ref();
      this.#worker.postMessage({ id, sql, parameters } satisfies ReadRequest);
    });
    return { rows: rows as R[] };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Reading threads do not stream");
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #answered({ id, rows, error }: ReadAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    else waiting?.resolve(rows);
  }
}
