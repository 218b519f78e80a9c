import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import type { Migrations } from "../../lib/database/migrate.ts";
import type { Engine } from "../../lib/database/open.ts";

/** Ends a statement in a recorded file; triggers and functions contain semicolons of their own. */
export const END = "\n;\n";

/** Path of the file with what a migration ran when it shipped. */
export function recordedPath(room: string, name: string, engine: Engine): string {
  return fileURLToPath(
    new URL(`../fixtures/migrations/${room}/${name}.${engine}.sql`, import.meta.url),
  );
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

/** What indexed new text of the store on SQLite when 0003 shipped; later versions did the same. */
export const INDEX_TEXT = readFileSync(
  new URL("../fixtures/migrations/store/index-text.sqlite.sql", import.meta.url),
  "utf8",
);

/** Runs the statements of a recorded file. */
export async function runStatements<Schema>(db: Kysely<Schema>, text: string): Promise<void> {
  for (const statement of text.split(END)) {
    if (statement.trim() !== "") await sql.raw(statement).execute(db);
  }
}
