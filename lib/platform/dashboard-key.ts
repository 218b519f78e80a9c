import "server-only";
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import { NotFound } from "../errors.ts";
import { insertKey, validKey } from "./keys.ts";
import type { PlatformSchema } from "./schema.ts";

const NAME = "Errata dashboard";

/**
 * The dashboard's own key: the one in `file` while it is valid in this database, else a new one,
 * which replaces the file's. Processes that come at once end with the same key.
 */
export async function dashboardKey(
  database: Database<PlatformSchema>,
  options: { file: string; keyPrefix: string; clock: Clock },
): Promise<string> {
  const { file, keyPrefix, clock } = options;
  const kept = await validKeyIn(file, database.query);
  if (kept) return kept;

  return database.query.transaction().execute(async (trx) => {
    const project = await lockFirstProject(trx);
    // Another process may have made one while this one waited for the lock.
    const made = await validKeyIn(file, trx);
    if (made) return made;
    const { key } = await insertKey(trx, { project, name: NAME, keyPrefix, now: clock.now() });
    // Before the commit: a process that dies between them leaves a key that no database knows,
    // which the next one replaces.
    await replaceFile(file, `${key}\n`);
    return key;
  });
}

/** Updating the row to itself takes its lock on PostgreSQL; on SQLite the transaction has it. */
async function lockFirstProject(
  trx: Kysely<PlatformSchema>,
): Promise<{ id: string; organization: string }> {
  const project = await trx
    .updateTable("platform_project")
    .set((eb) => ({ organization: eb.ref("organization") }))
    .where("id", "=", (eb) =>
      eb.selectFrom("platform_project").select((min) => min.fn.min("id").as("id")),
    )
    .returning(["id", "organization"])
    .executeTakeFirst();
  if (!project) throw new NotFound("The embedded platform has no project to make a key for.");
  return project;
}

async function validKeyIn(
  file: string,
  query: Kysely<PlatformSchema>,
): Promise<string | undefined> {
  const key = (await readIfThere(file))?.trim();
  return key && (await validKey(query, key)) ? key : undefined;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Readers see the old text or the new one, whole, and nobody but this user sees either. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}
