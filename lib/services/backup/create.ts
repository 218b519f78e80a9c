import "server-only";
import { existsSync } from "node:fs";
import { copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { postgresArguments } from "../../database/copy-postgres.ts";
import { copySqlite } from "../../database/copy-sqlite.ts";
import { AppError } from "../../errors.ts";
import { COMMIT, VERSION } from "../../version.ts";
import { recordBackup } from "./last-backup.ts";
import { type BackupManifest, DATABASE_FILES, DUMP, MANIFEST } from "./manifest.ts";
import { copyRepositories, runProgram } from "./programs.ts";

/**
 * Copies the databases, the repositories, and the dashboard's key to a new folder while people work.
 * Each database is copied as of one moment. The folder appears only when everything is in it.
 * @param folder must not exist yet
 * @throws {AppError} if it exists, or a program failed
 */
export async function createBackup(
  config: Pick<Config, "dataDir" | "databaseUrl">,
  folder: string,
  now: number,
): Promise<BackupManifest> {
  if (existsSync(folder)) {
    throw new AppError("conflict", `${folder} already exists. Choose a new folder.`);
  }
  process.umask(0o077);
  const temporary = `${folder}.partial`;
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  try {
    const { dataDir, databaseUrl } = config;
    const databases = databaseUrl === null ? await copyFiles(dataDir, temporary) : [];
    if (databaseUrl !== null) await dump(databaseUrl, temporary);
    const key = join(dataDir, "dashboard.key");
    if (existsSync(key)) await copyFile(key, join(temporary, "dashboard.key"));
    const repositories = await copyRepositories(dataDir, temporary);
    const engine = databaseUrl === null ? "sqlite" : "postgres";
    const manifest: BackupManifest = {
      version: VERSION,
      commit: COMMIT,
      createdAt: new Date(now).toISOString(),
      engine,
      databases,
      repositories,
    };
    await writeFile(join(temporary, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(temporary, folder);
    await recordBackup(dataDir, now);
    return manifest;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the names of the copied files. A hosted platform has none here. */
async function copyFiles(
  dataDir: string,
  target: string,
): Promise<(typeof DATABASE_FILES)[number][]> {
  const files = DATABASE_FILES.filter((name) => existsSync(join(dataDir, name)));
  if (files.length === 0) {
    throw new AppError("not_found", `No database found in ${dataDir}. Check DATA_DIR.`);
  }
  for (const name of files) await copySqlite(join(dataDir, name), join(target, name));
  return files;
}

async function dump(url: string, target: string): Promise<void> {
  const { args, env } = postgresArguments(url);
  const file = join(target, DUMP);
  const options = ["--format=custom", "--no-owner", "--no-privileges", "--file", file];
  await runProgram("pg_dump", [...options, ...args], env);
}
