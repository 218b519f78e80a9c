import "server-only";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "./open.ts";

/** A text column, and the columns of its table's primary key. */
export interface TextColumn {
  table: string;
  key: readonly string[];
  column: string;
}

/** Rows per read: texts can be long. */
const ROWS_PER_BATCH = 50;

/**
 * Rewrites the texts of a column that contain `part`. A text that changes meanwhile is read again.
 * @param part in lower case, or null for all texts
 * @returns the number of changed rows
 */
export async function rewriteText<Schema>(
  { query, read }: Database<Schema>,
  column: TextColumn,
  part: string | null,
  rewrite: (text: string) => string,
): Promise<number> {
  let changed = 0;
  let after: unknown[] | null = null;
  for (;;) {
    const rows: Record<string, unknown>[] = await rowsAfter(read, column, part, after);
    for (const row of rows) {
      const text = String(row[column.column]);
      const rewritten = rewrite(text);
      if (rewritten === text) continue;
      const isCurrent = await replaceText(query, column, row, rewritten);
      changed += isCurrent ? 1 : await rewriteRow(query, column, row, rewrite);
    }
    const last: Record<string, unknown> | undefined = rows.at(-1);
    if (!last || rows.length < ROWS_PER_BATCH) return changed;
    after = column.key.map((name) => last[name]);
  }
}

/** The condition that a column contains `part`, whatever the case of its ASCII letters. */
export function containsPart(column: string, part: string | null): RawBuilder<SqlBool> {
  if (part === null) return sql<SqlBool>`${sql.ref(column)} is not null`;
  const pattern = `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}

async function rowsAfter<Schema>(
  query: Kysely<Schema>,
  { table, key, column }: TextColumn,
  part: string | null,
  after: unknown[] | null,
): Promise<Record<string, unknown>[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const beyond = after === null ? sql`` : sql`and (${keys}) > (${sql.join(after)})`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${keys}, ${sql.ref(column)} from ${sql.table(table)}
    where ${containsPart(column, part)} ${beyond} order by ${keys} limit ${ROWS_PER_BATCH}`.execute(
    query,
  );
  return rows;
}

/** Returns whether the row still had the text that was read. */
async function replaceText<Schema>(
  query: Kysely<Schema>,
  { table, key, column }: TextColumn,
  row: Record<string, unknown>,
  text: string,
): Promise<boolean> {
  const isRow = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`);
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${text}
    where ${sql.join(isRow, sql` and `)} and ${sql.ref(column)} = ${row[column]}`.execute(query);
  return numAffectedRows === 1n;
}

/** Rewrites one row that someone else is changing. */
async function rewriteRow<Schema>(
  query: Kysely<Schema>,
  target: TextColumn,
  { ...row }: Record<string, unknown>,
  rewrite: (text: string) => string,
): Promise<number> {
  const { table, key, column } = target;
  const isRow = key.map((name) => sql`${sql.ref(name)} = ${row[name]}`);
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`
      select ${sql.ref(column)} from ${sql.table(table)} where ${sql.join(isRow, sql` and `)}
    `.execute(query);
    const text = rows[0]?.[column] ?? null;
    if (text === null || rewrite(text) === text) return 0;
    if (await replaceText(query, target, { ...row, [column]: text }, rewrite(text))) return 1;
  }
}
