import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../lib/database/open.ts";
import type { Room } from "./templates.ts";

/** Ends a statement; triggers and functions contain semicolons of their own. */
const END = "\n;\n";

/** Creates a room's tables in an empty database as the last version before the first release left them. */
export async function createBeforeFirstRelease<Schema>(
  { engine, query }: Pick<Database<Schema>, "engine" | "query">,
  room: Room,
): Promise<void> {
  await query.transaction().execute((trx) => run(trx, `${room}.${engine}`));
}

/** What made new text searchable on SQLite; PostgreSQL needed nothing. */
export async function indexTextBeforeFirstRelease<Schema>(db: Kysely<Schema>): Promise<void> {
  await run(db, "index-text.sqlite");
}

async function run<Schema>(db: Kysely<Schema>, name: string): Promise<void> {
  const file = new URL(`../fixtures/before-first-release/${name}.sql`, import.meta.url);
  for (const statement of readFileSync(file, "utf8").split(END)) {
    if (statement.trim() !== "") await sql.raw(statement).execute(db);
  }
}
