import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { FIRST_RELEASE } from "../../lib/database/migrate.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { createBeforeFirstRelease } from "./before-first-release.ts";

interface Location {
  databaseUrl: string | null;
  file: string;
}

const script = fileURLToPath(new URL("./migration-process.ts", import.meta.url));

/** Fills an empty database with items, in the schema of the last version before the first release. */
export async function openEarlierVersion(database: Database<StoreSchema>, items: number) {
  await createBeforeFirstRelease(database, "store");
  await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${items})
    insert into feedback (project_id, id, source, team_status, platform_status, path, page, comment,
      sort_at, search_text, raw, first_seen_at, observed_at)
    select 'docs', 'i' || i, 'contextual', 'pending', 'pending', '/a', '/a', 'text ' || i,
      i, 'text ' || i, '{}', 1, 1 from n`.execute(database.query);
  await sql`insert into sync (project_id, phase, pages_read, started_at, entries, next_at)
    values ('docs', 'following', 1, 1, ${items}, 0)`.execute(database.query);
}

/**
 * Starts to migrate in another process, and kills it after so many milliseconds.
 * @returns "old" or "new" for the schema that is left; otherwise what is wrong
 */
export async function killMigration(location: Location, after: number): Promise<string> {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", script, JSON.stringify(location)],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  await once(child.stdout, "data");
  await wait(after);
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  const database = openDatabase<StoreSchema>(location);
  try {
    const { rows } = await sql<{ name: string }>`select name from store_migration`.execute(
      database.query,
    );
    // The next start updates the old schema.
    if (rows.some(({ name }) => name === "0049_reworded")) return "old";
    const done = rows.map(({ name }) => name).join();
    return done === FIRST_RELEASE
      ? ((await verifyStore(database))[0] ?? "new")
      : `between: ${done}`;
  } finally {
    await database.close();
  }
}

/** Migrates to the end and returns what is wrong then. */
export async function finishMigration(location: Location): Promise<string[]> {
  const database = openDatabase<StoreSchema>(location);
  try {
    await migrateStore(database);
    return await verifyStore(database);
  } finally {
    await database.close();
  }
}
