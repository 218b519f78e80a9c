import "server-only";
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import SQLite from "better-sqlite3";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../database/open.ts";
import type { StoreSchema } from "../../store/schema/schema.ts";
import { verifyStore } from "../../store/verify.ts";
import { assertUpdated, isOlderStore } from "../database-check.ts";
import { DATABASE_FILES, DUMP, readManifest } from "./manifest.ts";
import { runProgram } from "./programs.ts";

/**
 * Checks the databases that Errata uses, while it runs or not.
 * @returns one sentence per problem
 * @throws {Conflict} if they are of another version
 */
export async function verifyData({
  dataDir,
  databaseUrl,
  platform,
}: Pick<Config, "dataDir" | "databaseUrl" | "platform">): Promise<string[]> {
  await assertUpdated({ dataDir, databaseUrl }, { mayBeNew: true });
  if (databaseUrl !== null) return verifyCopy({ databaseUrl, file: "" });
  return verifyFiles(dataDir, platform.mode === "embedded" ? DATABASE_FILES : undefined);
}

/** Checks a backup. Of PostgreSQL only that the dump can be read: restore it to check the rest. */
export async function verifyBackup(folder: string): Promise<string[]> {
  const { engine, databases, repositories } = await readManifest(folder);
  const problems =
    engine === "sqlite"
      ? await verifyFiles(folder, databases)
      : await problemOf(verifyDump(join(folder, DUMP)));
  for (const name of repositories) {
    const args = ["-C", join(folder, "repository", name), "fsck", "--no-dangling", "--no-progress"];
    problems.push(...(await problemOf(runProgram("git", ["-c", "safe.directory=*", ...args]))));
  }
  return problems;
}

/** @throws {AppError} if a dump of PostgreSQL can't be read */
export async function verifyDump(file: string): Promise<void> {
  await runProgram("pg_restore", ["--list", file]);
}

/** Whether a file is one of `pg_dump`'s. */
export function isDump(file: string): boolean {
  const start = Buffer.alloc(5);
  const opened = openSync(file, "r");
  try {
    readSync(opened, start);
  } finally {
    closeSync(opened);
  }
  return start.toString() === "PGDMP";
}

/** Returns which of Errata's SQLite files a file is a copy of; null if of none. */
export function databaseNameOf(file: string): (typeof DATABASE_FILES)[number] | null {
  const rooms = { "errata.sqlite": "store", "platform.sqlite": "platform" } as const;
  try {
    const database = new SQLite(file, { readonly: true, timeout: 10_000 });
    try {
      const hasTable = database.prepare("select 1 from sqlite_schema where name = ?");
      return DATABASE_FILES.find((name) => hasTable.get(`${rooms[name]}_migration`)) ?? null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Checks one SQLite file: every page, references between rows, counts, and searches. */
async function verifyFile(file: string): Promise<string[]> {
  const problems = sqliteProblems(file);
  // Other checks need a file that can be read.
  if (problems.length > 0 || basename(file) !== "errata.sqlite") return problems;
  // The next start counts and indexes what this version does.
  if (isOlderStore(file)) return [];
  return verifyCopy({ databaseUrl: null, file });
}

/**
 * Checks all SQLite files of a folder.
 * @param required names of those that must be there
 */
export async function verifyFiles(
  folder: string,
  required: readonly string[] = ["errata.sqlite"],
): Promise<string[]> {
  const problems: string[] = [];
  for (const name of DATABASE_FILES) {
    const file = join(folder, name);
    if (existsSync(file)) problems.push(...(await verifyFile(file)));
    else if (required.includes(name)) problems.push(`${file} is missing`);
  }
  return problems;
}

/** Returns what is wrong with the pages and references of a SQLite file. */
export function sqliteProblems(file: string): string[] {
  try {
    const database = new SQLite(file, { readonly: true, timeout: 10_000 });
    try {
      const pages = database
        .prepare<[], { integrity_check: string }>("pragma integrity_check(5)")
        .all();
      const rows = database.prepare("pragma foreign_key_check").all();
      return [
        ...pages.flatMap(({ integrity_check: text }) => (text === "ok" ? [] : `${file}: ${text}`)),
        ...(rows.length > 0 ? [`${file}: ${rows.length} rows reference missing rows`] : []),
      ];
    } finally {
      database.close();
    }
  } catch (error) {
    return [`${file}: ${error instanceof Error ? error.message : error}`];
  }
}

async function verifyCopy(location: {
  databaseUrl: string | null;
  file: string;
}): Promise<string[]> {
  const database = openDatabase<StoreSchema>(location);
  try {
    return await verifyStore(database);
  } finally {
    await database.close();
  }
}

async function problemOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
