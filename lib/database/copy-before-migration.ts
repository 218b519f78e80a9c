import "server-only";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { processLog } from "../log.ts";
import { copyPostgres } from "./copy-postgres.ts";
import { copySqlite } from "./copy-sqlite.ts";
import type { Database } from "./open.ts";

/** Copies of one file, or of one room's tables on PostgreSQL, that are kept. */
const KEPT = 3;

/**
 * Copies a database to `backups` beside it if migrations are due, and keeps the latest three copies. New
 * databases have nothing to copy. Without a suitable `pg_dump`, PostgreSQL isn't copied, and the log says
 * so.
 * @param connection sees the migrations that are done, and makes other processes wait with theirs
 * @param room whose migrations are due
 * @param names of all its migrations
 */
export async function copyBeforeMigration<Schema>(
  { location: { databaseUrl, file } }: Pick<Database<Schema>, "location">,
  connection: Kysely<Schema>,
  room: string,
  names: readonly string[],
): Promise<void> {
  if (file === "") return;
  const done = await doneMigrations(connection, room);
  const due = names.find((name) => !done.has(name));
  if (done.size === 0 || due === undefined) return;
  const folder = join(/* turbopackIgnore: true */ dirname(file), "backups");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const prefix = `${databaseUrl ? `postgres-${room}` : basename(file, ".sqlite")}-before-`;
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  // The time comes first, so that names sort by it.
  const copy = join(folder, `${prefix}${time}-${due}`);
  if (!databaseUrl) {
    await copySqlite(file, `${copy}.sqlite`);
  } else {
    const problem = await copyPostgres(databaseUrl, `${copy}.dump`);
    if (problem !== null) return processLog().warn({ room }, problem);
  }
  const copies = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort();
  for (const name of copies.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
}

async function doneMigrations<Schema>(
  connection: Kysely<Schema>,
  room: string,
): Promise<Set<string>> {
  const table = `${room}_migration`;
  const tables = await connection.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return new Set();
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(
    connection,
  );
  return new Set(rows.map(({ name }) => name));
}
