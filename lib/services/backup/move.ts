import "server-only";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { authRoom } from "../../auth/schema/schema.ts";
import { migrate } from "../../database/migrate.ts";
import { CopyDiffers, moveTables, TargetNotEmpty } from "../../database/move-tables.ts";
import { type Database, type Engine, openDatabase } from "../../database/open.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { platformRoom } from "../../platform/schema/schema.ts";
import { migrateStore } from "../../store/open.ts";
import type { StoreDatabase, StoreQuery } from "../../store/schema/schema.ts";
import { verifyStore } from "../../store/verify.ts";
import { indexFeedbackText } from "../../store/write/write-lock.ts";
import { assertUpdated } from "../database-check.ts";
import { assertStopped } from "./assert-stopped.ts";
import { copyRepositories, repositoriesIn } from "./programs.ts";

/** Triggers and `indexFeedbackText` fill these. */
const DERIVED = [
  "feedback_index",
  "facet_group",
  "feedback_day",
  "feedback_page",
  "feedback_page_day",
  "feedback_assignee.facet_group_id",
  "feedback_group_member.facet_group_id",
  "feedback_group_member.page",
  "feedback_group_facet",
  "feedback_group_size",
  "feedback_large_group",
  "feedback_group_queue",
  "embedding_queue",
  "wait_time",
  "project_change",
];

/**
 * Copies everything from the SQLite files in `dataDir` to the PostgreSQL database, or back, and compares
 * every row. The source stays as it is.
 * @returns the number of rows, and the repositories that `dataDir` has then
 * @throws {Conflict} while a server runs on the source, if either is of another version, if the target has rows or
 *   repositories, and if the copy differs; {NotFound} if there is nothing to copy
 */
export async function moveData(
  to: Engine,
  { dataDir, databaseUrl, repositoriesFrom = null }: MoveSettings,
  now: number,
): Promise<{ rows: number; repositories: string[] }> {
  process.umask(0o077);
  if (repositoriesFrom !== null) await assertRepositories(repositoriesFrom, dataDir);
  if (to === "postgres" && !existsSync(join(dataDir, "errata.sqlite"))) {
    throw new NotFound(`No errata.sqlite found in ${dataDir}. Check DATA_DIR.`);
  }
  await assertStopped({ dataDir, databaseUrl: to === "postgres" ? null : databaseUrl }, now);
  for (const address of [null, databaseUrl]) {
    await assertUpdated({ dataDir, databaseUrl: address }, { mayBeNew: true });
  }
  let rows = 0;
  for (const part of PARTS) rows += await movePart(part, to, join(dataDir, part.file), databaseUrl);
  if (repositoriesFrom !== null) await copyRepositories(repositoriesFrom, dataDir);
  return { rows, repositories: await repositoriesIn(dataDir) };
}

/** @returns the number of rows */
async function movePart(part: Part, to: Engine, file: string, url: string): Promise<number> {
  const sqlite = openDatabase<unknown>({ databaseUrl: null, file });
  const postgres = openDatabase<unknown>({ databaseUrl: url, file: "" });
  try {
    // Creates missing databases. Existing ones were checked to be of this version.
    for (const database of [sqlite, postgres]) await part.migrate(database);
    const [source, target] = to === "postgres" ? [sqlite, postgres] : [postgres, sqlite];
    const copied = await moveTables(source, target, DERIVED, part.finish);
    const problems = await part.verify(target);
    if (problems.length > 0) throw new CopyDiffers(problems.join("; "));
    return [...copied.values()].reduce((sum, count) => sum + count, 0);
  } catch (error) {
    throw explained(error, to, file);
  } finally {
    await sqlite.close();
    await postgres.close();
  }
}

interface MoveSettings {
  dataDir: string;
  databaseUrl: string;
  /** The `DATA_DIR` that has the repositories, if it's another one. */
  repositoriesFrom?: string | null;
}

async function assertRepositories(from: string, dataDir: string): Promise<void> {
  if ((await repositoriesIn(from)).length === 0) {
    throw new NotFound(`No repositories found in ${from}. Choose the DATA_DIR that Errata used.`);
  }
  if (existsSync(join(dataDir, "repository"))) {
    throw new Conflict(
      `${dataDir} already has repositories. Move them away, or leave out --repositories.`,
    );
  }
}

/** Returns an expected failure as a sentence with the remedy, and any other one as it is. */
function explained(error: unknown, to: Engine, file: string): unknown {
  const [target, remedy] =
    to === "postgres"
      ? ["The PostgreSQL database", "Set DATABASE_URL to an empty one."]
      : [`The file ${file}`, "Move it away, or set DATA_DIR to another folder."];
  if (error instanceof TargetNotEmpty) {
    return new Conflict(`${target} already contains data. ${remedy}`);
  }
  return error instanceof CopyDiffers
    ? new Conflict(`${target} isn't a complete copy: ${error.message}. ${remedy} Then try again.`)
    : error;
}

interface Part {
  file: string;
  migrate(database: Database<unknown>): Promise<void>;
  finish(trx: Kysely<unknown>): Promise<void>;
  verify(database: Database<unknown>): Promise<string[]>;
}

const PARTS: Part[] = [
  {
    file: "errata.sqlite",
    migrate: async (database) => {
      await migrateStore(database as StoreDatabase);
      await migrate(database, authRoom);
    },
    finish: (trx) => indexFeedbackText(trx as StoreQuery),
    verify: (database) => verifyStore(database as StoreDatabase),
  },
  {
    file: "platform.sqlite",
    migrate: (database) => migrate(database, platformRoom),
    finish: async () => undefined,
    verify: async () => [],
  },
];
