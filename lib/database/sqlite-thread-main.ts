import "server-only";
import { parentPort, workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";
import { textGrams } from "./text-grams.ts";

// A thread that runs statements on a SQLite file, one after the other. `workerData` says which file,
// and whether it may write.

export interface ThreadRequest {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

export interface ThreadAnswer {
  id: number;
  rows: unknown[];
  changes: number;
  /** Whether a transaction is open after the statement; a full disk ends one by itself. */
  inTransaction: boolean;
  error?: { message: string; code: string };
}

/** Milliseconds of patience with a lock; only this thread waits, and writers take turns elsewhere. */
const READER_PATIENCE = 5_000;
const WRITER_PATIENCE = 10;

/** Statements that stay prepared. */
const MOST_PREPARED = 100;

const sqlite = workerData.writes ? openWriter() : openReader();
const prepared = new Map<string, SQLite.Statement>();

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
    timeout: READER_PATIENCE,
  });
  database.pragma("cache_size = -8000");
  database.pragma("temp_store = memory");
  return database;
}

function openWriter(): SQLite.Database {
  const database = new SQLite(String(workerData.file), { timeout: WRITER_PATIENCE });
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  // Kibibytes of pages in memory, enough for the indexes that counting reads.
  database.pragma("cache_size = -32000");
  database.pragma("temp_store = memory");
  // For indexing text, see `indexQueuedText`.
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
  const made = statement(sql);
  if (made.reader) return { rows: made.all(...parameters), changes: 0 };
  return { rows: [], changes: made.run(...parameters).changes };
}

function statement(sql: string): SQLite.Statement {
  const known = prepared.get(sql);
  if (known) return known;
  if (prepared.size >= MOST_PREPARED) prepared.clear();
  const made = sqlite.prepare(sql);
  prepared.set(sql, made);
  return made;
}
