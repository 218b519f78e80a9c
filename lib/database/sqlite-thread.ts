import "server-only";
import { Worker } from "node:worker_threads";
import type { CompiledQuery } from "kysely";
import type { ThreadAnswer, ThreadFile, ThreadRequest } from "./sqlite-thread-main.ts";

interface Waiting {
  resolve: (answer: ThreadAnswer) => void;
  reject: (error: Error) => void;
}

/** Threads that have closed their file. Starting one takes much longer than opening another file does. */
const idle: Worker[] = [];

/**
 * A SQLite connection on a worker thread. better-sqlite3 is synchronous: counting a million rows on the
 * main thread would block every other request.
 */
export class SqliteThread {
  readonly #worker = idle.pop() ?? startWorker();
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #inTransaction = false;

  /** @param onExit called when the thread has ended for any reason but `end` */
  constructor(file: ThreadFile, onExit: () => void) {
    this.#worker.on("message", (answer: ThreadAnswer) => this.#handleAnswer(answer));
    const failed = (error: Error) => {
      onExit();
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    this.#worker.on("error", failed);
    this.#worker.on("exit", () => failed(new Error("The database thread ended")));
    this.#worker.unref();
    this.#worker.postMessage({ file } satisfies ThreadRequest);
  }

  /** Whether a transaction is open after the last statement. */
  get inTransaction(): boolean {
    return this.#inTransaction;
  }

  /** Runs a statement. @throws an error with SQLite's `code` */
  run({ sql, parameters }: CompiledQuery): Promise<{ rows: unknown[]; changes: number }> {
    return this.#answerTo((id) => ({ id, sql, parameters }));
  }

  /** Closes the file after all sent statements. Another one may get the thread. */
  async end(): Promise<void> {
    await this.#answerTo((id) => ({ id, close: true }));
    for (const event of ["message", "error", "exit"]) this.#worker.removeAllListeners(event);
    idle.push(this.#worker);
  }

  #answerTo(request: (id: number) => ThreadRequest): Promise<ThreadAnswer> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // Keeps the process alive while a caller waits for an answer.
      this.#worker.ref();
      this.#worker.postMessage(request(id));
    });
  }

  #handleAnswer(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    this.#inTransaction = answer.inTransaction;
    if (this.#waiting.size === 0) this.#worker.unref();
    const { error } = answer;
    if (error) waiting?.reject(Object.assign(new Error(error.message), { code: error.code }));
    else waiting?.resolve(answer);
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./sqlite-thread-main.ts", import.meta.url), {
    // Must be an object: the bundler adds fields to it.
    workerData: {},
    // Without a bundler, `server-only` only resolves to an empty module under this condition.
    execArgv: ["--conditions=react-server"],
    // Rows are short-lived, so that a larger young generation would only fill up.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
}
