import "server-only";
import { setImmediate as otherWork } from "node:timers/promises";
import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import { engineOf } from "./dialect.ts";
import type { Engine } from "./open.ts";

/**
 * Substring search over a table's text, by identifiers that the table assigns.
 *
 * SQLite: FTS5 with trigrams answers three characters and more exactly (a phrase of trigrams is a
 * substring), and a second index of single characters and pairs answers the rest, which trigrams
 * cannot. Both keep no copy of the text; triggers of the table queue what changes, and whoever
 * writes indexes it in the same transaction, so that text and index commit or roll back together.
 * PostgreSQL: a GIN index of trigrams on the column, where `pg_trgm` is to be had; `like` is exact
 * with and without it.
 */
export interface TextIndex {
  table: string;
  key: string;
  column: string;
}

/** Whether searches are answered from an index. */
export async function hasTextIndex<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  { table }: TextIndex,
): Promise<boolean> {
  if (engine === "sqlite") return true;
  const name = `${table}_text`;
  const { rows } = await sql`select 1 from pg_indexes where indexname = ${name}`.execute(db);
  return rows.length > 0;
}

/**
 * Every so many writes, so many pages of an index, of 4 KiB, are merged. Not with every write, as
 * finding what to merge takes more than a second in a million entries; long before FTS5 merges
 * everything by itself, at 32 segments.
 */
const MERGE_AFTER = 16;
const MERGED = 640;

/** Writes of this process so far. */
let writes = 0;

/**
 * Indexes what triggers have queued, in the transaction that queued it. At once and in the order of
 * keys: FTS5 writes a segment of its own for every key that is lower than the one before.
 * @param texts SQL of a query that gives `key` and `text` of all rows
 */
export async function indexQueuedText<Schema>(
  db: Kysely<Schema>,
  table: string,
  texts: string,
): Promise<void> {
  if (engineOf(db) === "postgres") return;
  const [trigram, gram] = namesOf(table);
  const waiting = `from ${table}_waiting as w cross join (${texts}) as t on t.key = w.key order by 1`;
  const statements = [
    // First: a key may have been freed and taken again.
    `delete from ${trigram} where rowid in (select key from ${table}_gone order by key)`,
    `delete from ${gram} where rowid in (select key from ${table}_gone order by key)`,
    `insert into ${trigram} (rowid, text) select t.key, t.text ${waiting}`,
    `insert into ${gram} (rowid, text) select t.key, text_grams(t.text) ${waiting}`,
    `delete from ${table}_gone`,
    `delete from ${table}_waiting`,
  ];
  writes += 1;
  if (writes % MERGE_AFTER === 0) {
    for (const index of [trigram, gram]) {
      statements.push(`insert into ${index} (${index}, rank) values ('merge', ${MERGED})`);
    }
  }
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
    // Each takes some milliseconds, and between them the server may answer somebody.
    await otherWork();
  }
}

/**
 * How SQLite uses its index: `lead` looks up the rows that the index names, `walk` asks the index of
 * each row that the query comes by. PostgreSQL decides for itself.
 */
export type TextLookup = "lead" | "walk";

/** The condition that the row's text contains `wanted`, which is not empty. */
export function containsText(
  engine: Engine,
  { table, key, column }: TextIndex,
  wanted: string,
  lookup: TextLookup = "lead",
): Expression<SqlBool> {
  if (engine === "postgres") return likeText(sql.ref<string>(column), wanted);
  const { index, match } = ftsQuery(table, wanted);
  return sql<SqlBool>`${lookup === "lead" ? sql`` : sql`+`}${sql.ref(key)} in
    (select rowid from ${sql.table(index)} where ${sql.ref(index)} match ${match})`;
}

/**
 * How many rows contain `wanted`, by the upper half of their keys (`key >> 32`), read from the index
 * alone. Null where the engine has no such index.
 */
export async function countText<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  { table }: TextIndex,
  wanted: string,
): Promise<{ group: number; entries: number }[] | null> {
  if (engine === "postgres") return null;
  const { index, match } = ftsQuery(table, wanted);
  const counted = await sql<{ group: number; entries: number }>`
    select rowid >> 32 as "group", count(*) as entries from ${sql.table(index)}
    where ${sql.ref(index)} match ${match} group by 1`.execute(db);
  return counted.rows;
}

/**
 * Whether no more than `most` rows are known to contain `wanted`; looks no further than that. Never
 * on PostgreSQL, which plans by an estimate of its own.
 */
export async function isRareText<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  { table }: TextIndex,
  wanted: string,
  most: number,
): Promise<boolean> {
  if (engine === "postgres") return false;
  const { index, match } = ftsQuery(table, wanted);
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select 1 from ${sql.table(index)}
      where ${sql.ref(index)} match ${match} limit ${most + 1})`.execute(db);
  return (rows[0]?.found ?? 0) <= most;
}

/** The same condition without an index, for few rows. */
export function likeText(text: Expression<string>, wanted: string): Expression<SqlBool> {
  const pattern = `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`;
}

function ftsQuery(table: string, wanted: string): { index: string; match: string } {
  const [trigram, gram] = namesOf(table);
  const characters = Array.from(wanted);
  if (characters.length >= 3) return { index: trigram, match: quoted(wanted) };
  const codes = characters.map((character) => (character.codePointAt(0) ?? 0).toString(16));
  return { index: gram, match: quoted(codes.join("x")) };
}

/** A phrase of FTS5's query language, in which only the quote has a meaning. */
function quoted(phrase: string): string {
  return `"${phrase.replaceAll('"', '""')}"`;
}

function namesOf(table: string): [trigram: string, gram: string] {
  return [`${table}_trigram`, `${table}_gram`];
}
