import "server-only";
import { parentPort } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { addMaskFunction } from "./mask-function.ts";
import { keepPrepared } from "./prepared-statements.ts";

// A worker thread that runs statements on a SQLite file, one after the other, and then on another file.

/** The file that the thread opens. */
export interface ThreadFile {
  path: string;
  writes: boolean;
  /** Whether commits are flushed to disk. */
  durable: boolean;
}

export type ThreadRequest =
  | { file: ThreadFile }
  | { id: number; sql: string; parameters: readonly unknown[] }
  | { id: number; close: true };

export interface ThreadAnswer {
  id: number;
  rows: unknown[];
  changes: number;
  /** Whether a transaction is open after the statement. SQLite ends one when the disk is full. */
  inTransaction: boolean;
  error?: { message: string; code: string };
}

/** Milliseconds to wait for a lock. Only this thread waits; the writer's longer waits are retries. */
const READER_BUSY_TIMEOUT_MS = 5_000;
const WRITER_BUSY_TIMEOUT = 10;

/** Pages of 4 KB in the write-ahead log before they are copied to the file: once, however often a page changed. */
const CHECKPOINT_PAGES = 4_000;

let sqlite: SQLite.Database;
let prepare: ReturnType<typeof keepPrepared>;

parentPort?.on("message", (request: ThreadRequest) => {
  if ("file" in request) {
    sqlite = request.file.writes ? openWriter(request.file) : openReader(request.file);
    prepare = keepPrepared(sqlite);
  } else {
    parentPort?.postMessage(answer(request));
  }
});

function openReader({ path }: ThreadFile): SQLite.Database {
  const database = new SQLite(path, { readonly: true, timeout: READER_BUSY_TIMEOUT_MS });
  addMaskFunction(database);
  database.pragma("cache_size = -8000");
  database.pragma("temp_store = memory");
  return database;
}

function openWriter({ path, durable }: ThreadFile): SQLite.Database {
  const database = new SQLite(path, { timeout: WRITER_BUSY_TIMEOUT });
  database.pragma(`synchronous = ${durable ? "FULL" : "OFF"}`);
  database.pragma("foreign_keys = ON");
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // 32 MB, enough for the indexes that counts read.
  database.pragma("cache_size = -32000");
  database.pragma("temp_store = memory");
  // Used by `indexQueuedText`.
  database.function("text_grams", { deterministic: true }, textGrams);
  return database;
}

function answer(request: Exclude<ThreadRequest, { file: ThreadFile }>): ThreadAnswer {
  const { id } = request;
  try {
    return { id, ...run(request), inTransaction: sqlite.inTransaction };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const { inTransaction } = sqlite;
    return { id, rows: [], changes: 0, inTransaction, error: { message, code } };
  }
}

function run(request: Parameters<typeof answer>[0]): { rows: unknown[]; changes: number } {
  if ("close" in request) {
    sqlite.close();
    return { rows: [], changes: 0 };
  }
  const query = prepare(request.sql);
  if (query.reader) return { rows: query.all(...request.parameters), changes: 0 };
  return { rows: [], changes: query.run(...request.parameters).changes };
}

/** Returns the distinct tokens of a text's characters and pairs of characters: `68 68x69 69`. */
function textGrams(text: string): string {
  const grams = new Set<string>();
  let before: string | null = null;
  for (const character of text) {
    const gram = (character.codePointAt(0) ?? 0).toString(16);
    grams.add(gram);
    if (before !== null) grams.add(`${before}x${gram}`);
    before = gram;
  }
  return [...grams].join(" ");
}
