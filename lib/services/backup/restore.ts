import "server-only";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { postgresArguments } from "../../database/copy-postgres.ts";
import { copySqlite } from "../../database/copy-sqlite.ts";
import { InvalidRequest } from "../../errors.ts";
import { assertStopped } from "./assert-stopped.ts";
import { type BackupManifest, DATABASE_FILES, DUMP, readManifest } from "./manifest.ts";
import { copyId, copyRepository, runProgram } from "./programs.ts";
import { databaseNameOf, isDump, sqliteProblems, verifyDump, verifyFiles } from "./verify.ts";

/**
 * Replaces the databases and repositories with those of a backup, or one database with a copy of it, such as those that
 * Errata makes before an upgrade. Files that were there are moved to `DATA_DIR/backups` once nothing can fail anymore.
 * @param path a backup's folder, or the file of a copy
 * @returns the folder with the earlier files; null if there were none
 * @throws {Conflict} while a server runs, {InvalidRequest} if the backup is damaged or of another engine
 */
export async function restoreBackup(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  path: string,
  now: number,
): Promise<string | null> {
  process.umask(0o077);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const source = isFile ? await copyIn(path) : await backupIn(path);
  const { engine } = source;
  if ((engine === "postgres") !== (databaseUrl !== null)) {
    const remedy = engine === "postgres" ? "Set DATABASE_URL" : "Unset DATABASE_URL";
    throw new InvalidRequest(`${path} is a backup of ${NAMES[engine]}. ${remedy} and try again.`);
  }
  if (source.dump !== null) await verifyDump(source.dump);
  const problems = await source.problems();
  if (problems.length > 0) {
    throw new InvalidRequest(`The backup is damaged: ${problems.join("; ")}. Choose another one.`);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await assertStopped({ dataDir, databaseUrl }, now);
  const staged = join(dataDir, "backups", "restore.partial");
  await rm(staged, { recursive: true, force: true });
  try {
    // All that can fail comes before the earlier files are moved.
    await mkdir(staged, { recursive: true, mode: 0o700 });
    await source.copyTo(staged);
    if (databaseUrl !== null && source.dump !== null) await restoreDump(databaseUrl, source.dump);
    const earlier = await moveAway(dataDir, source.replaces, now);
    for (const name of await readdir(staged)) {
      await rename(join(staged, name), join(dataDir, name));
    }
    return earlier;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

const NAMES = { sqlite: "SQLite", postgres: "PostgreSQL" };

/** The source of a restore. */
interface Source {
  engine: BackupManifest["engine"];
  /** The file for `pg_restore`; null for SQLite. */
  dump: string | null;
  /** Names in `DATA_DIR` that it replaces. */
  replaces: readonly string[];
  /** Returns one sentence for each thing that is wrong with its files. */
  problems(): Promise<string[]>;
  copyTo(folder: string): Promise<void>;
}

async function backupIn(folder: string): Promise<Source> {
  const manifest = await readManifest(folder);
  const isSqlite = manifest.engine === "sqlite";
  return {
    engine: manifest.engine,
    dump: isSqlite ? null : join(folder, DUMP),
    replaces: [...(isSqlite ? DATABASE_FILES : []), "dashboard.key", "repository", "worktrees"],
    problems: async () => (isSqlite ? verifyFiles(folder, manifest.databases) : []),
    copyTo: (target) => copyFiles(folder, target, manifest),
  };
}

/** A copy of one SQLite file, or of PostgreSQL. */
async function copyIn(file: string): Promise<Source> {
  if (isDump(file)) {
    const nothing = { problems: async () => [], copyTo: async () => undefined };
    return { engine: "postgres", dump: file, replaces: [], ...nothing };
  }
  const name = databaseNameOf(file);
  if (name === null) {
    throw new InvalidRequest(
      `${file} isn't a copy of a database of Errata. Choose a backup's folder, or a file of DATA_DIR/backups.`,
    );
  }
  return {
    engine: "sqlite",
    dump: null,
    replaces: [name],
    // Its counts and searches may be those of another version.
    problems: async () => sqliteProblems(file),
    copyTo: (target) => copySqlite(file, join(target, name)),
  };
}

/** Copies everything but the dump to a folder. */
async function copyFiles(
  folder: string,
  target: string,
  { repositories }: BackupManifest,
): Promise<void> {
  for (const name of DATABASE_FILES.filter((file) => existsSync(join(folder, file)))) {
    await copySqlite(join(folder, name), join(target, name));
  }
  const key = join(folder, "dashboard.key");
  if (existsSync(key)) await copyFile(key, join(target, "dashboard.key"));
  if (repositories.length > 0) await mkdir(join(target, "repository"), { mode: 0o700 });
  await copyId(folder, target);
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

/** Moves what the backup replaces. Other files, such as earlier copies, stay. */
async function moveAway(
  dataDir: string,
  replaced: readonly string[],
  now: number,
): Promise<string | null> {
  const names = replaced.flatMap((name) =>
    name.endsWith(".sqlite") ? [name, `${name}-wal`, `${name}-shm`] : [name],
  );
  const found = names.filter((name) => existsSync(join(dataDir, name)));
  if (found.length === 0) return null;
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
  const folder = join(dataDir, "backups", `before-restore-${time}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of found) await rename(join(dataDir, name), join(folder, name));
  return folder;
}
