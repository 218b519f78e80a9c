import "server-only";
import { parentPort, workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { addMaskFunction } from "./mask-function.ts";
import { keepPrepared } from "./prepared-statements.ts";

// A worker thread that runs statements on a SQLite file, one after the other. `workerData` has the file,
// whether it may be written, and whether commits are flushed to disk.

export interface ThreadRequest {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

export interface ThreadAnswer {
  id: number;
  rows: unknown[];
  changes: number;
  /** Whether a transaction is open after the statement. SQLite ends one when the disk is full. */
  inTransaction: boolean;
  error?: { message: string; code: string };
}

/** Milliseconds to wait for a lock. Only this thread waits; the writer's longer waits are retries. */
const READER_BUSY_TIMEOUT = 5_000;
const WRITER_BUSY_TIMEOUT = 10;

/** Pages of 4 KB in the write-ahead log before they are copied to the file: once, however often a page changed. */
const CHECKPOINT_PAGES = 4_000;

const sqlite = workerData.writes ? openWriter() : openReader();
const prepare = keepPrepared(sqlite);

parentPort?.on("message", (request: ThreadRequest | "close") => {
  if (request === "close") {
    sqlite.close();
    parentPort?.close();
  } else {
    parentPort?.postMessage(answer(request));
  }
});

function openReader(): SQLite.Database {
  const database = new SQLite(String(workerData.file), {
    readonly: true,
    timeout: READER_BUSY_TIMEOUT,
  });
  addMaskFunction(database);
  database.pragma("cache_size = -8000");
  database.pragma("temp_store = memory");
  return database;
}

function openWriter(): SQLite.Database {
  const database = new SQLite(String(workerData.file), { timeout: WRITER_BUSY_TIMEOUT });
  database.pragma(`synchronous = ${workerData.durable ? "FULL" : "OFF"}`);
  database.pragma("foreign_keys = ON");
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  // 32 MB, enough for the indexes that counts read.
  database.pragma("cache_size = -32000");
  database.pragma("temp_store = memory");
  // Used by `indexQueuedText`.
  database.function("text_grams", { deterministic: true }, textGrams);
  return database;
}

function answer({ id, sql, parameters }: ThreadRequest): ThreadAnswer {
  try {
    return { id, ...run(sql, parameters), inTransaction: sqlite.inTransaction };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const { inTransaction } = sqlite;
    return { id, rows: [], changes: 0, inTransaction, error: { message, code } };
  }
}

function run(sql: string, parameters: readonly unknown[]): { rows: unknown[]; changes: number } {
  const query = prepare(sql);
  if (query.reader) return { rows: query.all(...parameters), changes: 0 };
  return { rows: [], changes: query.run(...parameters).changes };
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
