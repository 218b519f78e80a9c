import "server-only";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { postgresArguments } from "../../database/copy-postgres.ts";
import { copySqlite } from "../../database/copy-sqlite.ts";
import { InvalidRequest } from "../../errors.ts";
import { assertStopped } from "./assert-stopped.ts";
import { type BackupManifest, DATABASE_FILES, DUMP, readManifest } from "./manifest.ts";
import { copyRepository, runProgram } from "./programs.ts";
import { verifyDump, verifyFiles } from "./verify.ts";

/**
 * Replaces the databases and repositories with those of a backup. Files that were there are moved to
 * `DATA_DIR/backups` once nothing can fail anymore.
 * @returns the folder with the earlier files; null if there were none
 * @throws {Conflict} while a server runs, {InvalidRequest} if the backup is damaged or of another engine
 */
export async function restoreBackup(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  folder: string,
  now: number,
): Promise<string | null> {
  process.umask(0o077);
  const manifest = await readManifest(folder);
  const { engine } = manifest;
  if ((engine === "postgres") !== (databaseUrl !== null)) {
    const remedy = engine === "postgres" ? "Set DATABASE_URL" : "Unset DATABASE_URL";
    throw new InvalidRequest(`${folder} is a backup of ${NAMES[engine]}. ${remedy} and try again.`);
  }
  if (engine === "postgres") await verifyDump(folder);
  const problems = engine === "sqlite" ? await verifyFiles(folder, manifest.databases) : [];
  if (problems.length > 0) {
    throw new InvalidRequest(`The backup is damaged: ${problems.join("; ")}. Choose another one.`);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await assertStopped({ dataDir, databaseUrl }, now);
  const staged = join(dataDir, "backups", "restore.partial");
  await rm(staged, { recursive: true, force: true });
  try {
    // All that can fail comes before the earlier files are moved.
    await copyFiles(folder, staged, manifest);
    if (databaseUrl !== null) await restoreDump(databaseUrl, join(folder, DUMP));
    const earlier = await moveAway(dataDir, engine, now);
    for (const name of await readdir(staged)) {
      await rename(join(staged, name), join(dataDir, name));
    }
    return earlier;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

const NAMES = { sqlite: "SQLite", postgres: "PostgreSQL" };

/** Copies everything but the dump to a new folder. */
async function copyFiles(
  folder: string,
  target: string,
  { repositories }: BackupManifest,
): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const name of DATABASE_FILES.filter((file) => existsSync(join(folder, file)))) {
    await copySqlite(join(folder, name), join(target, name));
  }
  const key = join(folder, "dashboard.key");
  if (existsSync(key)) await copyFile(key, join(target, "dashboard.key"));
  if (repositories.length > 0) await mkdir(join(target, "repository"), { mode: 0o700 });
  for (const name of repositories) {
    await copyRepository(join(folder, "repository", name), join(target, "repository", name));
  }
}

/** Replaces the database in one transaction. */
async function restoreDump(databaseUrl: string, dump: string): Promise<void> {
  const { args, env } = postgresArguments(databaseUrl);
  const options = ["--clean", "--if-exists", "--no-owner", "--single-transaction"];
  await runProgram("pg_restore", [...options, ...args, dump], env);
}

/** Everything that the backup replaces. Other files, such as earlier copies, stay. */
async function moveAway(
  dataDir: string,
  engine: BackupManifest["engine"],
  now: number,
): Promise<string | null> {
  const files = engine === "sqlite" ? DATABASE_FILES : [];
  const names = files.flatMap((name) => [name, `${name}-wal`, `${name}-shm`]);
  const found = [...names, "dashboard.key", "repository", "worktrees"].filter((name) =>
    existsSync(join(dataDir, name)),
  );
  if (found.length === 0) return null;
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
  const folder = join(dataDir, "backups", `before-restore-${time}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of found) await rename(join(dataDir, name), join(folder, name));
  return folder;
}
