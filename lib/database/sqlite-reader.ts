import "server-only";
import { parentPort, workerData } from "node:worker_threads";
import SQLite from "better-sqlite3";

// A thread that answers reads from a SQLite file, one after the other. It never writes.

export interface ReadRequest {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

export interface ReadAnswer {
  id: number;
  rows: unknown[];
  error?: { message: string; code: string };
}

/** Milliseconds of patience with a lock; only this thread waits. */
const BUSY_TIMEOUT = 5_000;

/** Statements that stay prepared. */
const MOST_PREPARED = 100;

const sqlite = new SQLite(String(workerData.file), { readonly: true, timeout: BUSY_TIMEOUT });
sqlite.pragma("cache_size = -16000");
sqlite.pragma("temp_store = memory");
const prepared = new Map<string, SQLite.Statement>();

parentPort?.on("message", ({ id, sql, parameters }: ReadRequest) => {
  parentPort?.postMessage(answer(id, sql, parameters));
});

function answer(id: number, sql: string, parameters: readonly unknown[]): ReadAnswer {
  try {
    return { id, rows: statement(sql).all(...parameters) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { id, rows: [], error: { message, code } };
  }
}

function statement(sql: string): SQLite.Statement {
  const known = prepared.get(sql);
  if (known) return known;
  if (prepared.size >= MOST_PREPARED) prepared.clear();
  const made = sqlite.prepare(sql);
  prepared.set(sql, made);
  return made;
}
