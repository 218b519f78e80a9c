import "server-only";
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Engine } from "./open.ts";
import { likeText, namesOf, type TextIndex } from "./text-index.ts";

/** Texts that a row must contain, and texts that it must not. At least one is given, and none is empty. */
export interface TextSearch {
  all: readonly string[];
  none: readonly string[];
}

/**
 * How SQLite uses its index: `seek` reads the matches from the index, `probe` checks each row that the
 * query reads in another order. PostgreSQL's planner decides by itself.
 */
export type TextLookup = "seek" | "probe";

/** The condition that the row's text passes the search. */
export function matchesText(
  engine: Engine,
  { table, key, column }: TextIndex,
  search: TextSearch,
  lookup: TextLookup = "seek",
): Expression<SqlBool> {
  if (engine === "postgres") return likeTexts(sql.ref<string>(column), search);
  const row = sql`${lookup === "seek" ? sql`` : sql`+`}${sql.ref(key)}`;
  return search.all.length === 0
    ? sql<SqlBool>`${row} not in (${keysOfAny(table, search.none)})`
    : sql<SqlBool>`${row} in (${keysOf(table, search)})`;
}

/** The same condition without the index. */
export function likeTexts(
  text: Expression<string>,
  { all, none }: TextSearch,
): Expression<SqlBool> {
  const conditions = [
    ...all.map((one) => likeText(text, one)),
    ...none.map((one) => sql`not ${likeText(text, one)}`),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Counts the rows that pass the search by the upper half of their keys (`key >> 32`), from the index
 * alone. Of a search that only excludes, counts the rows that it excludes. Returns null on PostgreSQL, whose
 * index can't.
 */
export async function countText<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  { table }: TextIndex,
  search: TextSearch,
): Promise<{ group: number; entries: number }[] | null> {
  if (engine === "postgres") return null;
  const keys = search.all.length === 0 ? keysOfAny(table, search.none) : keysOf(table, search);
  const counted = await sql<{ group: number; entries: number }>`
    select rowid >> 32 as "group", count(*) as entries from (${keys}) group by 1`.execute(db);
  return counted.rows;
}

/**
 * Returns whether at most `most` rows pass the search, and stops counting there. Always false for a
 * search that only excludes, and on PostgreSQL, whose planner has its own estimate.
 */
export async function isRareText<Schema>(
  db: Kysely<Schema>,
  engine: Engine,
  { table }: TextIndex,
  search: TextSearch,
  most: number,
): Promise<boolean> {
  if (engine === "postgres" || search.all.length === 0) return false;
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (select 1 from (${keysOf(table, search)}) limit ${most + 1})`.execute(
    db,
  );
  return (rows[0]?.found ?? 0) <= most;
}

/** The keys of the rows that contain all texts of a search, and none that it excludes. */
function keysOf(table: string, { all, none }: TextSearch): RawBuilder<unknown> {
  const parts = byIndex(table, all, none);
  const wanted = parts.filter(({ all }) => all.length > 0);
  const excluded = parts.filter(({ all, none }) => all.length === 0 && none.length > 0);
  const keys = [
    sql.join(
      wanted.map((part) => keysIn(part.index, allOf(part))),
      sql` intersect `,
    ),
    ...excluded.map(({ index, none }) => keysIn(index, anyOf(none))),
  ];
  // Each index returns its keys in order, so that SQLite merges them without storing them.
  const order = wanted.length + excluded.length > 1 ? sql` order by 1` : sql``;
  return sql`${sql.join(keys, sql` except `)}${order}`;
}

/** The keys of the rows that contain any of the texts. */
function keysOfAny(table: string, texts: readonly string[]): RawBuilder<unknown> {
  const parts = byIndex(table, texts, []).filter(({ all }) => all.length > 0);
  return sql.join(
    parts.map(({ index, all }) => keysIn(index, anyOf(all))),
    sql` union `,
  );
}

interface Part extends TextSearch {
  index: string;
}

/** Divides texts between the index of three characters and more, and that of shorter texts. */
function byIndex(table: string, all: readonly string[], none: readonly string[]): Part[] {
  const [trigram, gram] = namesOf(table);
  const isLong = (text: string) => Array.from(text).length >= 3;
  const isShort = (text: string) => !isLong(text);
  return [
    { index: trigram, all: all.filter(isLong), none: none.filter(isLong) },
    { index: gram, all: all.filter(isShort), none: none.filter(isShort) },
  ];
}

function keysIn(index: string, match: string): RawBuilder<unknown> {
  return sql`select rowid from ${sql.table(index)} where ${sql.ref(index)} match ${match}`;
}

function allOf({ all, none }: TextSearch): string {
  const wanted = all.map(phrase).join(" AND ");
  return none.length === 0 ? wanted : `(${wanted}) NOT (${anyOf(none)})`;
}

function anyOf(texts: readonly string[]): string {
  return texts.map(phrase).join(" OR ");
}

/** A text in FTS5's query language, in which only the quote is special within quotes. */
function phrase(text: string): string {
  const characters = Array.from(text);
  if (characters.length >= 3) return `"${text.replaceAll('"', '""')}"`;
  const codes = characters.map((character) => (character.codePointAt(0) ?? 0).toString(16));
  return `"${codes.join("x")}"`;
}
