import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import SQLite from "better-sqlite3";
import { type CompiledQuery, type Dialect, Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { type Migrations, migrate } from "../../lib/database/migrate.ts";
import type { Engine } from "../../lib/database/open.ts";
import { SqliteFileDialect } from "../../lib/database/sqlite.ts";
import { openTestDatabase } from "./databases.ts";

/** Ends a statement in a recorded file; triggers and functions contain semicolons of their own. */
const END = "\n;\n";

/** Path of the file with what a migration ran when it shipped. */
export function recordedPath(room: string, name: string, engine: Engine): string {
  return fileURLToPath(
    new URL(`../fixtures/migrations/${room}/${name}.${engine}.sql`, import.meta.url),
  );
}

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

/** The migrations up to and including `last`, as they were when they shipped. */
export function recordedMigrations(
  room: string,
  names: readonly string[],
  last: string,
): Migrations {
  const replay = names
    .filter((name) => name <= last)
    .map((name): [string, Migrations[string]] => [
      name,
      async (db, engine) => {
        const text = readFileSync(recordedPath(room, name, engine), "utf8");
        await runStatements(db, text);
      },
    ]);
  return Object.fromEntries(replay);
}

/** Runs the statements of a recorded file. */
export async function runStatements<Schema>(db: Kysely<Schema>, text: string): Promise<void> {
  for (const statement of text.split(END)) {
    if (statement.trim() !== "") await sql.raw(statement).execute(db);
  }
}

function dialectFor({ databaseUrl, file }: { databaseUrl: string | null; file: string }): Dialect {
  if (databaseUrl !== null) {
    return new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) });
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
