import "server-only";
import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Conflict, systemCode } from "../../errors.ts";
import type { PlatformQuery } from "../schema/schema.ts";

/** In the folder of the repositories, and in its backups. */
const FILE = "id";

/**
 * Fails unless this server has the same repositories as the other servers of the database. The folder and the database
 * have the same random ID, which the first server writes.
 * @throws {Conflict} if the repositories of the database are in another folder
 */
export async function assertRepositoryHome(query: PlatformQuery, dataDir: string): Promise<void> {
  const folder = join(/* turbopackIgnore: true */ dataDir, "repository");
  const id = (await idOf(folder)) ?? (await firstIdOf(folder, query));
  if (id !== null) {
    const values = { singleton: 1, id };
    await query
      .insertInto("platform_repository_home")
      .values(values)
      .onConflict((conflict) => conflict.column("singleton").doNothing())
      .execute();
  }
  if (id === null || (await homeOf(query)) !== id) throw new Conflict(elsewhere(folder));
}

/** Gives the folder an ID if the database has none. If it has, a server that shares the folder may have written both. */
async function firstIdOf(folder: string, query: PlatformQuery): Promise<string | null> {
  return (await homeOf(query)) === null ? mark(folder) : idOf(folder);
}

function elsewhere(folder: string): string {
  return `DATA_DIR: the git repositories of this database aren't in ${folder}, but in another server's or an earlier folder. Share that folder between all servers, or set DOCS_REPOSITORY (see docs/deploy.md).`;
}

async function homeOf(query: PlatformQuery): Promise<string | null> {
  const found = await query.selectFrom("platform_repository_home").select("id").executeTakeFirst();
  return found?.id ?? null;
}

async function idOf(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(/* turbopackIgnore: true */ folder, FILE), "utf8")).trim();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Gives the folder an ID, unless another server that shares it was faster. Returns its ID. */
async function mark(folder: string): Promise<string | null> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(/* turbopackIgnore: true */ folder, FILE);
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, `${randomUUID()}\n`, { mode: 0o600 });
  try {
    // Fails if the file exists, and never shows a part of it.
    await link(temporary, file);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return idOf(folder);
}
