import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { type Database, type Engine, openDatabase } from "../../lib/database/open.ts";

/** For `describe.each(engines)`: what touches the database is tested on both. */
export const engines: { name: Engine }[] = [{ name: "sqlite" }, { name: "postgres" }];

export interface TestDatabase<Schema> extends Database<Schema> {
  /** Opens the same database once more, here or in another process, with `openDatabase`. */
  location: { databaseUrl: string | null; file: string };
}

/**
 * An empty database of its own: a fresh SQLite file, or a fresh database on the tests' PostgreSQL.
 * `close()` also removes it, even if other connections are open.
 */
export async function openTestDatabase<Schema>(
  engine: Engine | { name: Engine },
  name = "test",
): Promise<TestDatabase<Schema>> {
  const kind = typeof engine === "string" ? engine : engine.name;
  return kind === "postgres" ? openFreshPostgres(name) : openFreshSqlite(name);
}

function openFreshSqlite<Schema>(name: string): TestDatabase<Schema> {
  const folder = mkdtempSync(join(tmpdir(), "errata-database-"));
  const location = { databaseUrl: null, file: join(folder, `${name}.sqlite`) };
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

async function openFreshPostgres<Schema>(name: string): Promise<TestDatabase<Schema>> {
  const server = inject("postgresUrl");
  const fresh = `errata_${name.replaceAll(/\W/g, "_").slice(0, 30)}_${randomBytes(6).toString("hex")}`;
  // template0 has no visitors, so that files may create their databases at the same time.
  await administer(server, `create database "${fresh}" template template0`);
  const address = new URL(server);
  address.pathname = `/${fresh}`;
  const location = { databaseUrl: address.href, file: "" };
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

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
