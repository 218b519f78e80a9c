import "server-only";
import { type Kysely, sql } from "kysely";
import { counted } from "../text/counted.ts";
import type { Database } from "./open.ts";

type Row = Record<string, unknown>;

/** A table with its columns, in which `key` is the primary key. */
interface Table {
  name: string;
  columns: string[];
  key: string[];
  /** PostgreSQL's types by column. */
  types: Map<string, string>;
  /** Columns whose values PostgreSQL generates. */
  generated: string[];
}

/** Parameters per statement, under either engine's limit. */
const PARAMETERS = 30_000;
const MAX_ROWS = 500;

/**
 * Copies all rows from one engine to the other, tables with references after those they refer to. Both
 * have the same schema. Triggers of the target maintain what is derived.
 * @param derived tables that the target derives, tables whose names begin with one of them as well, and columns, as
 * `table.column`
 * @param finish called in the target's transaction when all rows are there
 * @returns the number of copied rows by table
 * @throws {TargetNotEmpty} if the target has rows, {CopyDiffers} if a row differs after the copy
 */
export async function moveTables(
  source: Database<unknown>,
  target: Database<unknown>,
  derived: readonly string[],
  finish: (trx: Kysely<unknown>) => Promise<void>,
): Promise<Map<string, number>> {
  const tables = await tablesOf(source, target, derived);
  const copied = new Map<string, number>();
  await target.query.transaction().execute(async (trx) => {
    for (const table of tables) {
      if (await hasRows(trx, table)) throw new TargetNotEmpty(table.name);
      let rows = 0;
      for await (const chunk of chunksOf(source.query, table)) {
        await insert(trx, target, table, chunk);
        rows += chunk.length;
      }
      copied.set(table.name, rows);
    }
    await finish(trx);
    if (target.engine === "postgres") for (const table of tables) await continueKeys(trx, table);
  });
  for (const table of tables) await compare(source, target, table);
  return copied;
}

/** The target has rows already. */
export class TargetNotEmpty extends Error {
  readonly table: string;
  constructor(table: string) {
    super(`${table} has rows`);
    this.table = table;
  }
}

/** The target's rows differ from the source's. */
export class CopyDiffers extends Error {}

async function tablesOf(
  source: Database<unknown>,
  target: Database<unknown>,
  derived: readonly string[],
): Promise<Table[]> {
  const [sqlite, postgres] =
    source.engine === "sqlite" ? [source.query, target.query] : [target.query, source.query];
  const { rows } = await sql<{ table: string; column: string; pk: number }>`
    select m.name as "table", c.name as "column", c.pk from sqlite_master as m,
      pragma_table_info(m.name) as c
    where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like '%_migration%'
    order by m.name, c.cid`.execute(sqlite);
  const types = await sql<{
    table_name: string;
    column_name: string;
    data_type: string;
    is_identity: string;
  }>`
    select table_name, column_name, data_type, is_identity from information_schema.columns
    where table_schema = current_schema()`.execute(postgres);
  const typesByTable = Map.groupBy(types.rows, (row) => row.table_name);
  const groups = [...Map.groupBy(rows, (row) => row.table)].filter(
    ([name]) => !derived.some((prefix) => name === prefix || name.startsWith(`${prefix}_`)),
  );
  const found = groups.map(([name, columns]) => {
    const own = typesByTable.get(name) ?? [];
    return {
      name,
      columns: columns
        .map(({ column }) => column)
        .filter((column) => !derived.includes(`${name}.${column}`)),
      key: columns
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map(({ column }) => column),
      types: new Map(own.map((row) => [row.column_name, row.data_type])),
      generated: own.filter((row) => row.is_identity === "YES").map((row) => row.column_name),
    };
  });
  return inOrderOfReferences(sqlite, found);
}

async function inOrderOfReferences(sqlite: Kysely<unknown>, tables: Table[]): Promise<Table[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select m.name as "from", f."table" as "to" from sqlite_master as m,
      pragma_foreign_key_list(m.name) as f where m.type = 'table'`.execute(sqlite);
  const ordered: Table[] = [];
  const add = (table: Table) => {
    if (ordered.includes(table)) return;
    for (const { to } of rows.filter(({ from }) => from === table.name)) {
      const referenced = tables.find(({ name }) => name === to);
      if (referenced && referenced !== table) add(referenced);
    }
    ordered.push(table);
  };
  for (const table of tables) add(table);
  return ordered;
}

async function hasRows(query: Kysely<unknown>, { name }: Table): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(query);
  return rows.length > 0;
}

async function* chunksOf(query: Kysely<unknown>, table: Table): AsyncGenerator<Row[]> {
  const { name, key, columns } = table;
  const limit = Math.min(MAX_ROWS, Math.floor(PARAMETERS / columns.length));
  const keys = sql.join(key.map((column) => sql.ref(column)));
  let after: unknown[] | null = null;
  for (;;) {
    const where: ReturnType<typeof sql> =
      after === null ? sql`` : sql`where (${keys}) > (${sql.join(after)})`;
    const { rows }: { rows: Row[] } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
      ${where} order by ${keys} limit ${limit}`.execute(query);
    if (rows.length > 0) yield rows;
    const last: Row | undefined = rows.at(-1);
    if (rows.length < limit || !last) return;
    after = key.map((column) => last[column]);
  }
}

async function insert(
  trx: Kysely<unknown>,
  { engine }: Database<unknown>,
  { name, columns, types }: Table,
  rows: Row[],
): Promise<void> {
  const values = rows.map(
    (row) =>
      sql`(${sql.join(columns.map((column) => valueFor(engine, row[column], types.get(column))))})`,
  );
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    ${engine === "postgres" ? sql`overriding system value` : sql``}
    values ${sql.join(values)}`.execute(trx);
}

/** better-auth's booleans and dates are numbers and text on SQLite. */
function valueFor(engine: Database<unknown>["engine"], value: unknown, type?: string): unknown {
  if (value === null || value === undefined) return null;
  if (engine === "postgres") return type === "boolean" ? Boolean(value) : value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "boolean" ? Number(value) : value;
}

/** Lets new rows continue after the copied ones. */
async function continueKeys(trx: Kysely<unknown>, { name, generated }: Table): Promise<void> {
  for (const column of generated) {
    await sql`select setval(pg_get_serial_sequence(${name}, ${column}),
      coalesce((select max(${sql.ref(column)}) from ${sql.table(name)}), 0) + 1, false)`.execute(
      trx,
    );
  }
}

async function compare(
  source: Database<unknown>,
  target: Database<unknown>,
  table: Table,
): Promise<void> {
  const { name, key } = table;
  const textOf = (row: Row) =>
    JSON.stringify(table.columns.map((column) => canonical(row[column], table.types.get(column))));
  // In a list of values, PostgreSQL takes untyped parameters for text. SQLite compares rows only with
  // such a list.
  const values = target.engine === "sqlite" ? sql`values ` : sql``;
  let count = 0;
  for await (const chunk of chunksOf(source.query, table)) {
    count += chunk.length;
    const keys = chunk.map((row) => sql`(${sql.join(key.map((column) => row[column]))})`);
    const { rows } = await sql<Row>`select * from ${sql.table(name)}
      where (${sql.join(key.map((column) => sql.ref(column)))}) in
        (${values}${sql.join(keys)})`.execute(target.query);
    const copied = new Set(rows.map(textOf));
    const lost = chunk.filter((row) => !copied.has(textOf(row))).length;
    if (lost > 0) {
      throw new CopyDiffers(`${counted(lost, "row")} of ${name} changed during the copy`);
    }
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)}`.execute(target.query);
  const found = rows[0]?.count;
  if (found !== count) throw new CopyDiffers(`${name} has ${found} rows instead of ${count}`);
}

function canonical(value: unknown, type = ""): unknown {
  if (value === null || value === undefined) return null;
  if (type === "boolean") return Number(Boolean(value));
  if (!type.startsWith("timestamp")) return value;
  return value instanceof Date ? value.getTime() : Date.parse(String(value));
}
