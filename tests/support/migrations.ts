import SQLite from "better-sqlite3";
import { type CompiledQuery, type Dialect, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { type Migrations, migrate } from "../../lib/database/migrate.ts";
import type { Engine } from "../../lib/database/open.ts";
import { SqliteFileDialect } from "../../lib/database/sqlite.ts";
import { openTestDatabase } from "./databases.ts";
import { END } from "./recorded-migrations.ts";

/** Runs each migration on an empty database. Returns its statements, values included, by its name. */
export async function statementsOf(
  room: string,
  migrations: Migrations,
  engine: Engine,
): Promise<Map<string, string>> {
  const database = await openTestDatabase(engine, "recorded");
  const recorded = new Map<string, string[]>();
  let running: string[] = [];
  const log = ({ query }: { query: CompiledQuery }) => {
    running.push(withValues(query));
  };
  const recorder = new Kysely<unknown>({ dialect: dialectFor(database.location), log });
  try {
    const recording = Object.entries(migrations).map(([name, up]): [string, Migrations[string]] => [
      name,
      async (db, on) => {
        running = [];
        await up(db, on);
        recorded.set(name, running.filter(changes));
      },
    ]);
    await migrate({ ...database, query: recorder }, room, Object.fromEntries(recording));
  } finally {
    await recorder.destroy();
    await database.close();
  }
  return new Map([...recorded].map(([name, all]) => [name, all.map((one) => one + END).join("")]));
}

function dialectFor({ databaseUrl, file }: { databaseUrl: string | null; file: string }): Dialect {
  if (databaseUrl !== null) {
    const pool = new pg.Pool({ connectionString: databaseUrl });
    // The server may end a connection while it closes, as the database is dropped right after.
    pool.on("connect", (client) => client.on("error", () => undefined));
    pool.on("error", () => undefined);
    return new PostgresDialect({ pool });
  }
  return new SqliteFileDialect({ file, reader: new SQLite(file), durable: false });
}

/** Queries, and savepoints that belong to the run rather than to the result, are left out. */
function changes(statement: string): boolean {
  return !/^\s*(?:select|savepoint|release|rollback)\b/i.test(statement);
}

function withValues({ sql: text, parameters }: CompiledQuery): string {
  let next = 0;
  return text.replace(/\?|\$\d+/g, () => {
    const value = parameters[next++];
    return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
  });
}
