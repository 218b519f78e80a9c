import "server-only";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { processLog } from "../log.ts";
import { COMMIT, VERSION } from "../version.ts";
import { copyBeforeMigration, dueMigrations } from "./copy-before-migration.ts";
import type { Database, Engine } from "./open.ts";
import { reportUpdate } from "./update-progress.ts";

export type Migrations = Record<string, (db: Kysely<unknown>, engine: Engine) => Promise<void>>;

/** Which versions have migrated the database. Older versions don't write it. */
export const VERSIONS = "errata_migration_version";

/**
 * Migrates the room's tables to the latest version. Several processes may call it at the same time: one
 * migrates while the others wait. A failed migration is rolled back. The database is copied first.
 * @param room prefix of the bookkeeping tables, so that rooms can share a PostgreSQL database
 */
export async function migrate<Schema>(
  database: Database<Schema>,
  room: string,
  migrations: Migrations,
): Promise<void> {
  const names = Object.keys(migrations);
  const due = await dueMigrations(database.query, room, names);
  const [first] = due;
  if (first === undefined) return run(database, room, migrations, false);
  // The copy is a step, too.
  const report = (done: number, next: string) => reportUpdate({ done, of: due.length + 1, next });
  try {
    report(0, "copy");
    // Not within the transaction, whose lock an online copy would wait for.
    if (database.engine === "sqlite") await copyBeforeMigration(database, room, first);
    const steps = reported(migrations, (name) => report(due.indexOf(name) + 1, name));
    await run(database, room, steps, database.engine === "postgres");
  } finally {
    reportUpdate(null);
  }
}

async function run<Schema>(
  database: Database<Schema>,
  room: string,
  migrations: Migrations,
  mayCopy: boolean,
): Promise<void> {
  await database.query.connection().execute(async (connection) => {
    await begin(connection, database.engine);
    // Within the transaction, so that only the process that migrates makes a copy.
    if (mayCopy) {
      await copyOrRollBack(database, connection, room, Object.keys(migrations));
    }
    const migrator = new Migrator({
      db: connection,
      provider: { getMigrations: async () => logged(room, migrations, database.engine) },
      migrationTableName: `${room}_migration`,
      migrationLockTableName: `${room}_migration_lock`,
      disableTransactions: true,
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (!error && results.length > 0) await recordVersion(connection);
    await sql.raw(error ? "rollback" : "commit").execute(connection);
    if (error) throw error;
  });
}

function reported(migrations: Migrations, start: (name: string) => void): Migrations {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, up]) => [
      name,
      (db, engine) => {
        start(name);
        return up(db, engine);
      },
    ]),
  );
}

/** Lets an older version say which one has changed the database. */
async function recordVersion<Schema>(connection: Kysely<Schema>): Promise<void> {
  const table = sql.table(VERSIONS);
  const columns = sql`(at text not null, version text not null, git_commit text)`;
  await sql`create table if not exists ${table} ${columns}`.execute(connection);
  const now = new Date().toISOString();
  await sql`insert into ${table} values (${now}, ${VERSION}, ${COMMIT})`.execute(connection);
}

async function copyOrRollBack<Schema>(
  database: Database<Schema>,
  connection: Kysely<Schema>,
  room: string,
  names: readonly string[],
): Promise<void> {
  try {
    const [due] = await dueMigrations(connection, room, names);
    if (due !== undefined) await copyBeforeMigration(database, room, due);
  } catch (error) {
    await sql`rollback`.execute(connection);
    throw error;
  }
}

async function begin<Schema>(connection: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === "sqlite") {
    await sql`begin immediate`.execute(connection);
  } else {
    await sql`begin`.execute(connection);
    // Another process's migration may take a long time.
    await sql`set local lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_xact_lock(hashtext('errata migration'))`.execute(connection);
  }
}

function logged(room: string, migrations: Migrations, engine: Engine): Record<string, Migration> {
  const log = processLog();
  const entries = Object.entries(migrations).map(([name, migration]) => {
    const up: Migration["up"] = async (db) => {
      const began = performance.now();
      log.info({ room, migration: name }, "migration started");
      await migration(db, engine);
      const ms = Math.round(performance.now() - began);
      log.info({ room, migration: name, ms }, "migration finished");
    };
    return [name, { up }];
  });
  return Object.fromEntries(entries);
}
