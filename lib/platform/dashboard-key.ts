import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "../clock.ts";
import { NotFound } from "../errors.ts";
import { insertKey, validKey } from "./keys.ts";
import type { PlatformDatabase, PlatformQuery } from "./schema/schema.ts";

const NAME = "Errata dashboard";

/**
 * Returns the dashboard's own API key: the one in `file` if it is valid in this database, otherwise
 * a new one, which is written to the file. Concurrent processes get the same key.
 */
export async function dashboardKey(
  database: PlatformDatabase,
  options: { file: string; keyPrefix: string; clock: Clock },
): Promise<string> {
  const { file, keyPrefix, clock } = options;
  const saved = await validKeyIn(file, database.query);
  if (saved) return saved;

  return database.query.transaction().execute(async (trx) => {
    const project = await lockFirstProject(trx);
    // Another process may have created a key while this one waited for the lock.
    const created = await validKeyIn(file, trx);
    if (created) return created;
    const { key } = await insertKey(trx, { project, name: NAME, keyPrefix, now: clock.now() });
    // Written before the commit: if the process dies in between, the file holds an unknown key,
    // which the next process replaces.
    await replaceFile(file, `${key}\n`);
    return key;
  });
}

/** Locks the row on PostgreSQL by updating it. On SQLite, the transaction already holds the lock. */
async function lockFirstProject(trx: PlatformQuery): Promise<{ id: string; organization: string }> {
  const project = await trx
    .updateTable("platform_project")
    .set((eb) => ({ organization: eb.ref("organization") }))
    .where("id", "=", (eb) =>
      eb.selectFrom("platform_project").select((min) => min.fn.min("id").as("id")),
    )
    .returning(["id", "organization"])
    .executeTakeFirst();
  if (!project)
    throw new NotFound("The built-in platform has no project yet. Create one, then try again.");
  return project;
}

async function validKeyIn(file: string, query: PlatformQuery): Promise<string | undefined> {
  const key = (await readIfExists(file))?.trim();
  return key && (await validKey(query, key)) ? key : undefined;
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces the file atomically. Only the current user can read it. */
async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
