import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "./open.ts";
import { createStatements, type Tables } from "./table.ts";

/** Tables that belong together, as they are in this version, with their indexes and triggers. */
export interface TableFamily {
  tables: Tables;
  /** Statements that create indexes. */
  indexes?: readonly string[];
  /** Statements for what only one engine has; they run after those. */
  sqlite?: readonly string[];
  postgres?: readonly string[];
  triggers?: readonly Trigger[];
}

/** Statements that both engines know, run for each row, or each engine's own statements that create triggers. */
export type Trigger = RowTrigger | Record<Engine, readonly string[]>;

interface RowTrigger {
  /** PostgreSQL runs the triggers of an event in the order of their names. */
  name: string;
  /** For example `insert on feedback`. */
  after: string;
  when?: string;
  run: string;
}

/** SQL of the condition that an update changes one of the columns. */
export function anyDiffers(columns: readonly string[]): string {
  return columns.map((column) => `old.${column} is distinct from new.${column}`).join(" or ");
}

/** Creates families of tables in an empty database. */
export async function createTables(
  db: Kysely<unknown>,
  engine: Engine,
  families: readonly TableFamily[],
): Promise<void> {
  await run(db, tableStatements(families, engine));
  await createTriggers(db, engine, families);
}

/** Creates the indexes of families that a database doesn't have, by their names. */
export async function createMissingIndexes(
  db: Kysely<unknown>,
  engine: Engine,
  families: readonly TableFamily[],
): Promise<void> {
  const { rows } = await (engine === "sqlite"
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'index'`
    : sql<{
        name: string;
      }>`select indexname as name from pg_indexes where schemaname = current_schema()`
  ).execute(db);
  const names = new Set(rows.map(({ name }) => name));
  const missing = tableStatements(families, engine).filter((statement) => {
    const name = /^create (?:unique )?index (\w+)/.exec(statement)?.[1];
    return name !== undefined && !names.has(name);
  });
  await run(db, missing);
}

/** Creates the triggers of families whose tables are there. */
export async function createTriggers(
  db: Kysely<unknown>,
  engine: Engine,
  families: readonly TableFamily[],
): Promise<void> {
  const triggers = families.flatMap((family) => family.triggers ?? []);
  const statements = triggers.flatMap((trigger) =>
    "run" in trigger ? rowTrigger(trigger, engine) : trigger[engine],
  );
  await run(db, statements);
}

/** Removes all triggers from tables of families, with the functions that they call. */
export async function dropTriggers(
  db: Kysely<unknown>,
  engine: Engine,
  families: readonly TableFamily[],
): Promise<void> {
  const tables = families.flatMap((family) => Object.keys(family.tables));
  const { rows } = await (engine === "sqlite"
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'trigger'
        and tbl_name in (${sql.join(tables)})`
    : sql<{ name: string }>`select distinct f.proname as name from pg_trigger as t
        join pg_proc as f on f.oid = t.tgfoid join pg_class as c on c.oid = t.tgrelid
        where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
          and f.pronamespace = c.relnamespace and c.relname in (${sql.join(tables)})`
  ).execute(db);
  const what = sql.raw(engine === "sqlite" ? "trigger" : "function");
  const cascade = sql.raw(engine === "sqlite" ? "" : "cascade");
  for (const { name } of rows) {
    await sql`drop ${what} ${sql.ref(name)} ${cascade}`.execute(db);
  }
}

function tableStatements(families: readonly TableFamily[], engine: Engine): string[] {
  return families.flatMap((family) => [
    ...createStatements(family.tables, engine),
    ...(family.indexes ?? []),
    ...(family[engine] ?? []),
  ]);
}

function rowTrigger({ name, after, when, run }: RowTrigger, engine: Engine): string[] {
  const trigger = `create trigger ${name} after ${after} for each row`;
  if (engine === "sqlite") return [`${trigger}${when ? ` when ${when}` : ""} begin ${run} end`];
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${run} return null; end $$`,
    `${trigger}${when ? ` when (${when})` : ""} execute function ${name}()`,
  ];
}

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
