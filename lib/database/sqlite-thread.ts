import "server-only";
import { Worker } from "node:worker_threads";
import type { CompiledQuery } from "kysely";
import type { ThreadAnswer, ThreadRequest } from "./sqlite-thread-main.ts";

interface Waiting {
  resolve: (answer: ThreadAnswer) => void;
  reject: (error: Error) => void;
}

/**
 * A SQLite connection on a thread of its own. better-sqlite3 works synchronously: counting a million
 * entries, or indexing the text of a hundred, would hold up everyone else's requests for as long.
 */
export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #inTransaction = false;

  /** @param gone called when the thread has ended, whatever the reason */
  constructor(options: { file: string; writes: boolean }, gone: () => void) {
    this.#worker = new Worker(new URL("./sqlite-thread-main.ts", import.meta.url), {
      // An object: the bundler adds to it, and drops anything else.
      workerData: { ...options },
      // For a source that is not bundled: `server-only` is empty under this condition.
      execArgv: ["--conditions=react-server"],
      // Megabytes. Rows pass through and are gone: more would only be let fill up.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.#worker.unref();
    this.#worker.on("message", (answer: ThreadAnswer) => this.#answered(answer));
    const failed = (error: Error) => {
      gone();
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    this.#worker.on("error", failed);
    this.#worker.on("exit", () => failed(new Error("The database's thread ended")));
  }

  /** Whether the last statement left a transaction open. */
  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  /** Runs a statement. @throws an error with SQLite's `code` */
  run({ sql, parameters }: CompiledQuery): Promise<{ rows: unknown[]; changes: number }> {
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // A process does not end while somebody waits for an answer.
      this.#worker.ref();
      this.#worker.postMessage({ id, sql, parameters } satisfies ThreadRequest);
    });
  }

  /** Ends the thread after what it was asked. */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#worker.ref();
    this.#worker.postMessage("close");
    await ended;
  }

  #answered(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.#inTransaction = answer.inTransaction;
    if (this.#waiting.size === 0) this.#worker.unref();
    const { error } = answer;
    if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    else waiting?.resolve(answer);
  }
}
