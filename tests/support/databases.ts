import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, test } from "vitest";
import {
  type Database,
  type DatabaseLocation,
  type Engine,
  openDatabase,
} from "../../lib/database/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { addressOf, administer } from "./postgres-administration.ts";
import type { Room } from "./templates.ts";
import { isThorough } from "./thorough.ts";

/** For `describe.each(engines)`: what touches the database is tested on both. */
export const engines: { name: Engine }[] = [{ name: "sqlite" }, { name: "postgres" }];

/**
 * For `describe.each(anyEngine)`: rules above the database, whose SQL other tests run on both engines. They
 * run on SQLite, and on both with THOROUGH=1.
 */
export const anyEngine = isThorough ? engines : engines.slice(0, 1);

/**
 * Vitest's `test` for such a rule in a group that runs on both engines because of its other tests. It is skipped
 * on PostgreSQL, except with THOROUGH=1.
 */
export function ruleTest({ name }: { name: Engine }): typeof test | typeof test.skip {
  return isThorough || name === "sqlite" ? test : test.skip;
}

export interface TestDatabase<Schema> extends Database<Schema> {
  /** Opens the same database once more, here or in another process, with `openDatabase`. */
  location: DatabaseLocation;
}

/**
 * A database of its own: a fresh SQLite file, or a fresh database on the tests' PostgreSQL.
 * `close()` also removes it, even if other connections are open.
 * @param room whose tables it has; without it, the database is empty
 */
export async function openTestDatabase<Schema>(
  engine: Engine | { name: Engine },
  name = "test",
  room?: Room,
): Promise<TestDatabase<Schema>> {
  const kind = typeof engine === "string" ? engine : engine.name;
  return kind === "postgres" ? openFreshPostgres(name, room) : openFreshSqlite(name, room);
}

/** A database of its own that has the store's tables. */
export function openTestStore(
  engine: Engine | { name: Engine },
  name = "test",
): Promise<TestDatabase<StoreSchema>> {
  return openTestDatabase<StoreSchema>(engine, name, "store");
}

function openFreshSqlite<Schema>(name: string, room?: Room): TestDatabase<Schema> {
  const folder = mkdtempSync(join(tmpdir(), "errata-database-"));
  const location = { databaseUrl: null, file: join(folder, `${name}.sqlite`), durable: false };
  if (room) copyFileSync(inject("templates")[room].file, location.file);
  const database = openDatabase<Schema>(location);
  return {
    ...database,
    location,
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openFreshPostgres<Schema>(name: string, room?: Room): Promise<TestDatabase<Schema>> {
  const server = inject("postgresUrl");
  const fresh = `errata_${name.replaceAll(/\W/g, "_").slice(0, 30)}_${randomBytes(6).toString("hex")}`;
  // Nobody is connected to a template, so that files may create their databases at the same time.
  const template = room ? inject("templates")[room].database : "template0";
  // Copying files takes half the time of copying through the log, which is the default.
  await administer(server, `create database "${fresh}" template "${template}" strategy file_copy`);
  const location = { databaseUrl: addressOf(server, fresh), file: "" };
  const database = openDatabase<Schema>(location);
  return {
    ...database,
    location,
    close: async () => {
      await database.close();
      await administer(server, `drop database "${fresh}" with (force)`);
    },
  };
}
