import "server-only";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { processLog } from "../log.ts";
import { copyPostgres } from "./copy-postgres.ts";
import { copySqlite } from "./copy-sqlite.ts";
import type { Database } from "./open.ts";

/** Copies of one file, or of one room's tables on PostgreSQL, that are kept. */
const MAX_COPIES = 3;
const PARTIAL = ".partial";
/** Milliseconds without a write after which a partial copy counts as interrupted. */
const INTERRUPTED_AFTER_MS = 60_000;

/**
 * Copies a database to `backups` beside it before migrations, and keeps the latest three copies. A copy from an earlier
 * attempt at the same migrations is replaced. Without a suitable `pg_dump`, PostgreSQL isn't copied, and the log says so.
 * @param room whose migrations are due
 * @param due the first of them
 */
export async function copyBeforeMigration<Schema>(
  { location: { databaseUrl, file } }: Pick<Database<Schema>, "location">,
  room: string,
  due: string,
): Promise<void> {
  if (file === "") return;
  const folder = join(/* turbopackIgnore: true */ dirname(file), "backups");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const prefix = `${databaseUrl ? `postgres-${room}` : basename(file, ".sqlite")}-before-`;
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const ending = `-${due}${databaseUrl ? ".dump" : ".sqlite"}`;
  // The time comes first, so that names sort by it.
  const copy = `${prefix}${time}${ending}`;
  if (!databaseUrl) {
    const partial = join(folder, `${copy}${PARTIAL}`);
    await copySqlite(file, partial, { inSteps: true });
    await rename(partial, join(folder, copy));
  } else {
    const problem = await copyPostgres(databaseUrl, join(folder, copy));
    if (problem !== null) return processLog().warn({ room }, problem);
  }
  await removeOthers(folder, { prefix, copy, ending });
}

/** Removes copies of earlier attempts, and all but the latest three of others. */
async function removeOthers(
  folder: string,
  { prefix, copy, ending }: { prefix: string; copy: string; ending: string },
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix)).sort();
  const copies = names.filter((name) => !name.endsWith(PARTIAL));
  const kept = copies.filter((name) => name === copy || !name.endsWith(ending)).slice(-MAX_COPIES);
  for (const name of names) {
    const path = join(folder, name);
    if (kept.includes(name) || (name.endsWith(PARTIAL) && (await isGrowing(path)))) continue;
    await rm(path, { force: true });
  }
}

/** Whether another process may still be making the copy. */
async function isGrowing(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < INTERRUPTED_AFTER_MS;
}
