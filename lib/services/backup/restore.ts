import "server-only";
import { existsSync } from "node:fs";
import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { CLOCK_SKEW } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { copySqlite } from "../../database/copy-sqlite.ts";
import { openDatabase } from "../../database/open.ts";
import { Conflict, InvalidRequest } from "../../errors.ts";
import type { StoreSchema } from "../../store/schema.ts";
import { type BackupManifest, DATABASE_FILES, DUMP, readManifest } from "./manifest.ts";
import { copyRepository, postgresArguments, runProgram } from "./programs.ts";
import { verifyFile } from "./verify.ts";

/** A running server renews its lease within this many milliseconds. */
const LEASE = 15_000;

/**
 * Replaces the databases and repositories with those of a backup. Files that were there are moved to
 * `DATA_DIR/backups`.
 * @returns the folder with the earlier files; null if there were none
 * @throws {Conflict} while a server runs, {InvalidRequest} if the backup is damaged or of another engine
 */
export async function restoreBackup(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  folder: string,
  now: number,
): Promise<string | null> {
  process.umask(0o077);
  const { engine, repositories } = await readManifest(folder);
  if ((engine === "postgres") !== (databaseUrl !== null)) {
    const remedy = engine === "postgres" ? "Set DATABASE_URL" : "Unset DATABASE_URL";
    throw new InvalidRequest(`${folder} is a backup of ${NAMES[engine]}. ${remedy} and try again.`);
  }
  const files = DATABASE_FILES.filter((name) => existsSync(join(folder, name)));
  for (const name of files) {
    const problems = await verifyFile(join(folder, name));
    if (problems.length > 0) {
      throw new InvalidRequest(
        `The backup is damaged: ${problems.join("; ")}. Choose another one.`,
      );
    }
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await assertStopped({ dataDir, databaseUrl }, now);
  const earlier = await moveAway(dataDir, engine, now);
  for (const name of files) await copySqlite(join(folder, name), join(dataDir, name));
  if (databaseUrl !== null) {
    const { args, env } = postgresArguments(databaseUrl);
    const options = ["--clean", "--if-exists", "--no-owner", "--single-transaction"];
    await runProgram("pg_restore", [...options, ...args, join(folder, DUMP)], env);
  }
  const key = join(folder, "dashboard.key");
  if (existsSync(key)) await copyFile(key, join(dataDir, "dashboard.key"));
  if (repositories.length > 0) await mkdir(join(dataDir, "repository"), { mode: 0o700 });
  for (const name of repositories) {
    await copyRepository(join(folder, "repository", name), join(dataDir, "repository", name));
  }
  return earlier;
}

const NAMES = { sqlite: "SQLite", postgres: "PostgreSQL" };

/** A damaged database can't tell, and nothing can run on it. */
async function assertStopped(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  now: number,
): Promise<void> {
  const file = join(dataDir, "errata.sqlite");
  if (databaseUrl === null && !existsSync(file)) return;
  const database = openDatabase<StoreSchema>({ databaseUrl, file });
  const lease = await database.query
    .selectFrom("lease")
    .select("until")
    .where("name", "=", "mirror")
    .executeTakeFirst()
    .catch(() => undefined)
    .finally(() => database.close());
  if (lease && lease.until > now && lease.until < now + LEASE + CLOCK_SKEW) {
    throw new Conflict(
      "Errata is running, or was killed a few seconds ago. Stop it, wait 15 seconds, and try again.",
    );
  }
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
