import "server-only";
import { type Kysely, sql } from "kysely";
import { processLog } from "../log.ts";
import { COMMIT, VERSION } from "../version.ts";
import { copyBeforeMigration } from "./copy-before-migration.ts";
import type { Database, Engine } from "./open.ts";
import {
  createMissingIndexes,
  createTables,
  createTriggers,
  dropTriggers,
  type TableFamily,
} from "./schema.ts";

type Change = (db: Kysely<unknown>, engine: Engine) => Promise<void>;

/**
 * Changes of the first release's tables, by names that start with `0002_`. They run without triggers; triggers, and
 * indexes with new names, are created from the schema afterwards. A migration that has shipped never changes.
 */
export type Migrations = Record<string, Change>;

/** The tables of one part of Errata. */
export interface Room {
  /** Prefix of the bookkeeping table, so that rooms can share a PostgreSQL database. */
  name: string;
  /** Its tables as they are in this version. */
  families: readonly TableFamily[];
  /** A step in code, for what SQL alone can't do; runs after every change of the schema. */
  finish?: Change;
  migrations: Migrations;
  /** How the tables of the last version before the first release become those of the first release. */
  beforeFirstRelease: { last: string; adopt: Change };
}

/** The name under which the schema of the first release is recorded. */
export const FIRST_RELEASE = "0001_first_release";

/** The commit whose schema the first release adopts. */
export const LAST_UNRELEASED = "433d1377";

/** The versions that have migrated the database. Older versions don't write it. */
export const VERSIONS = "errata_migration_version";

/** Returns the names that a database of this version has. */
function migrationsOf({ migrations }: Room): string[] {
  return [FIRST_RELEASE, ...Object.keys(migrations).sort()];
}

/**
 * Creates the room's tables, or migrates them to this version. Several processes may call it at the same time: one does it
 * while the others wait. A failed migration is rolled back. A database that exists is copied first.
 * @throws {Error} if it was last migrated before `LAST_UNRELEASED`, or by a newer version
 */
export async function migrate<Schema>(database: Database<Schema>, room: Room): Promise<void> {
  const due = dueMigrations(room, await recordedMigrations(database.query, room));
  const [first] = due;
  if (first === undefined) return run(database, room, () => undefined);
  let done = 0;
  // The copy and the indexes, which can take longer than all migrations, count as steps.
  const report = (next: string) => {
    reportUpdate({ done, of: due.length + 2, next });
    done += 1;
  };
  try {
    report("copy");
    // Outside the transaction, whose lock an online copy would wait for.
    if (database.engine === "sqlite") await copyBeforeMigration(database, room.name, first);
    await run(database, room, report);
  } finally {
    reportUpdate(null);
  }
}

/** @param start called before each step of the update of a database that exists */
async function run<Schema>(
  database: Database<Schema>,
  room: Room,
  start: (name: string) => void,
): Promise<void> {
  const { engine } = database;
  await database.query.connection().execute(async (connection) => {
    await begin(connection, engine);
    try {
      const recorded = await recordedMigrations(connection, room);
      const due = dueMigrations(room, recorded);
      // Within the transaction, so that only the process that migrates makes a copy.
      if (engine === "postgres" && due[0]) await copyBeforeMigration(database, room.name, due[0]);
      const db = connection as Kysely<unknown>;
      if (recorded.length === 0) await create(db, room, engine);
      else if (due.length > 0) await update(db, room, engine, due, start);
      if (recorded.length === 0 || due.length > 0) await recordVersion(connection);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

async function create(db: Kysely<unknown>, room: Room, engine: Engine): Promise<void> {
  await sql`create table ${bookkeeping(room)} (name varchar(255) not null primary key,
    timestamp varchar(255) not null)`.execute(db);
  await createTables(db, engine, room.families);
  await room.finish?.(db, engine);
  for (const name of migrationsOf(room)) await record(db, room, name);
}

async function update(
  db: Kysely<unknown>,
  room: Room,
  engine: Engine,
  due: readonly string[],
  start: (name: string) => void,
): Promise<void> {
  await dropTriggers(db, engine, room.families);
  for (const name of due) {
    start(name);
    await apply(db, room, engine, name);
  }
  start("indexes");
  await createMissingIndexes(db, engine, room.families);
  await createTriggers(db, engine, room.families);
  await room.finish?.(db, engine);
}

async function apply(db: Kysely<unknown>, room: Room, engine: Engine, name: string): Promise<void> {
  const log = processLog();
  const migration = { room: room.name, migration: name };
  const began = performance.now();
  log.info(migration, "migration started");
  if (name === FIRST_RELEASE) {
    await room.beforeFirstRelease.adopt(db, engine);
    await sql`delete from ${bookkeeping(room)}`.execute(db);
    await sql`drop table ${sql.table(`${room.name}_migration_lock`)}`.execute(db);
  } else {
    await room.migrations[name]?.(db, engine);
  }
  await record(db, room, name);
  log.info({ ...migration, ms: Math.round(performance.now() - began) }, "migration finished");
}

async function record(db: Kysely<unknown>, room: Room, name: string): Promise<void> {
  await sql`insert into ${bookkeeping(room)} (name, timestamp)
    values (${name}, ${new Date().toISOString()})`.execute(db);
}

function bookkeeping({ name }: Room) {
  return sql.table(`${name}_migration`);
}

/** Returns the names of the migrations that a database has; none if it's new. */
async function recordedMigrations<Schema>(db: Kysely<Schema>, room: Room): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === `${room.name}_migration`)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${bookkeeping(room)}`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Returns the migrations that a database still needs. A new one needs none.
 * @throws {Error} if it is too old, or if a newer version has changed it: another process may, after the check at the start
 */
function dueMigrations(room: Room, recorded: readonly string[]): string[] {
  const state = stateOf(room, recorded);
  if (state === "too-old") {
    throw new Error(`The ${room.name} database is from before commit ${LAST_UNRELEASED}.`);
  }
  if (state === "newer") {
    throw new Error(`A newer version of Errata has changed the ${room.name} database.`);
  }
  const isNew = recorded.length === 0;
  return isNew ? [] : migrationsOf(room).filter((name) => !recorded.includes(name));
}

/** How a room's tables in a database compare with this version's, which can't update those that are too old. */
export type SchemaState = "none" | "too-old" | "older" | "current" | "newer";

/** @param recorded names of the migrations that the database has */
export function stateOf(room: Room, recorded: readonly string[]): SchemaState {
  if (recorded.length === 0) return "none";
  if (!recorded.includes(FIRST_RELEASE)) {
    return recorded.includes(room.beforeFirstRelease.last) ? "older" : "too-old";
  }
  const known = migrationsOf(room);
  if (recorded.some((name) => !known.includes(name))) return "newer";
  return recorded.length < known.length ? "older" : "current";
}

/** Lets an older version say which one has changed the database. */
async function recordVersion<Schema>(connection: Kysely<Schema>): Promise<void> {
  const table = sql.table(VERSIONS);
  const columns = sql`(at text not null, version text not null, git_commit text)`;
  await sql`create table if not exists ${table} ${columns}`.execute(connection);
  const now = new Date().toISOString();
  await sql`insert into ${table} values (${now}, ${VERSION}, ${COMMIT})`.execute(connection);
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

/** Steps of an update that are done, and which one is next. */
interface UpdateProgress {
  done: number;
  of: number;
  next: string;
}

/**
 * Says how far the update of a database is: in the log, and to the server, which answers requests with it
 * (scripts/setup/startup.mjs). Null when the update is over.
 */
function reportUpdate(progress: UpdateProgress | null): void {
  if (progress) {
    const { done, of, next } = progress;
    console.log(`Errata: updating the database, step ${done + 1} of ${of}: ${next}`);
  }
  const report: ((progress: UpdateProgress | null) => void) | undefined = Reflect.get(
    globalThis,
    Symbol.for("errata.update"),
  );
  report?.(progress);
}
