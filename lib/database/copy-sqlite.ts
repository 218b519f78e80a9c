import "server-only";
import SQLite from "better-sqlite3";

/** More pages than a file has: the rest is copied in one step, which other writers can't restart. */
const ALL_PAGES = 2 ** 31 - 1;

/** Copies a SQLite file, as of one moment, while others read and write it. */
export async function copySqlite(file: string, target: string): Promise<void> {
  const source = new SQLite(file, { readonly: true, timeout: 10_000 });
  try {
    await source.backup(target, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
}
