import "server-only";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { copySqlite } from "./copy-sqlite.ts";

/** Copies of one file that are kept. */
const KEPT = 3;

/**
 * Copies a SQLite file to `backups` beside it if migrations are due, and keeps the latest three copies.
 * New files have nothing to copy.
 * @param room whose migrations are due
 * @param names of all its migrations
 */
export async function copyBeforeMigration(
  file: string,
  room: string,
  names: readonly string[],
): Promise<void> {
  const done = doneMigrations(file, room);
  const due = names.find((name) => !done.has(name));
  if (done.size === 0 || due === undefined) return;
  const folder = join(/* turbopackIgnore: true */ dirname(file), "backups");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const prefix = `${basename(file, ".sqlite")}-before-`;
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  // The time comes first, so that names sort by it.
  await copySqlite(file, join(folder, `${prefix}${time}-${due}.sqlite`));
  const copies = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort();
  for (const name of copies.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
}

function doneMigrations(file: string, room: string): Set<string> {
  const database = new SQLite(file, { readonly: true, timeout: 10_000 });
  try {
    const table = `${room}_migration`;
    if (!database.prepare("select 1 from sqlite_schema where name = ?").get(table))
      return new Set();
    const rows = database.prepare<[], { name: string }>(`select name from ${table}`).all();
    return new Set(rows.map(({ name }) => name));
  } finally {
    database.close();
  }
}
