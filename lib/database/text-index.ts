import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import { engineOf } from "./dialect.ts";
import type { Engine } from "./open.ts";

/**
 * A substring index over a table's text, by the table's integer keys. The schema of the table has it.
 *
 * SQLite: an FTS5 trigram index answers searches of three characters and more exactly, and a second
 * index of single characters and pairs answers shorter ones. Neither stores the text. Triggers queue
 * changed rows, and `indexQueuedText` indexes them in the same transaction.
 * PostgreSQL: a GIN trigram index on the column where `pg_trgm` is available. `like` gives the same
 * results without it.
 */
export interface TextIndex {
  table: string;
  key: string;
  column: string;
}

/** Returns whether an index answers searches. */
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
 * Merges 640 pages (of 4 KiB) of an index after every 16 writes. Not after each one, as finding what to
 * merge takes more than a second with a million items, but before FTS5 merges everything at once, at
 * 32 segments.
 */
const WRITES_PER_MERGE = 16;
const MERGED_PAGES = 640;

/** Number of writes by this process. */
let writes = 0;

/**
 * Indexes the rows that triggers have queued in this transaction. Does so in the order of keys, as
 * FTS5 starts a new segment for every key that is lower than the previous one.
 * @param texts SQL of a query that returns `key` and `text` of all rows
 */
export async function indexQueuedText<Schema>(
  db: Kysely<Schema>,
  table: string,
  texts: string,
): Promise<void> {
  if (engineOf(db) === "postgres") return;
  const changes = `select 1 from ${table}_waiting union all select 1 from ${table}_gone limit 1`;
  if ((await sql.raw(changes).execute(db)).rows.length === 0) return;
  const [trigram, gram] = namesOf(table);
  const queued = `from ${table}_waiting as w cross join (${texts}) as t on t.key = w.key order by 1`;
  const statements = [
    // Deletions first, as a key may have been reused.
    `delete from ${trigram} where rowid in (select key from ${table}_gone order by key)`,
    `delete from ${gram} where rowid in (select key from ${table}_gone order by key)`,
    `insert into ${trigram} (rowid, text) select t.key, t.text ${queued}`,
    `insert into ${gram} (rowid, text) select t.key, text_grams(t.text) ${queued}`,
    `delete from ${table}_gone`,
    `delete from ${table}_waiting`,
  ];
  writes += 1;
  if (writes % WRITES_PER_MERGE === 0) {
    for (const index of [trigram, gram]) {
      statements.push(`insert into ${index} (${index}, rank) values ('merge', ${MERGED_PAGES})`);
    }
  }
  for (const statement of statements) {
    await sql.raw(statement).execute(db);
    // Each statement takes a few milliseconds; requests are answered in between.
    await yieldToEventLoop();
  }
}

/** The condition that a text contains `searched`, without an index. */
export function likeText(text: Expression<string>, searched: string): Expression<SqlBool> {
  const pattern = `%${searched.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`;
}

/** Returns the names of the two indexes on SQLite. */
export function namesOf(table: string): [trigram: string, gram: string] {
  return [`${table}_trigram`, `${table}_gram`];
}
