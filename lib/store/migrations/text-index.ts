import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";

// Frozen: the text index over `feedback_fact` as migration 0003 creates it. Queries use
// lib/database/text-index.ts.

const TRIGRAM = "feedback_fact_trigram";
const GRAM = "feedback_fact_gram";

/** Creates the index. On SQLite it is empty until `indexAllText`; triggers queue later changes. */
export async function createTextIndex(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "sqlite") {
    const empty = sql.raw("content = '', contentless_delete = 1");
    await sql`create virtual table ${sql.ref(TRIGRAM)} using fts5(text,
      tokenize = 'trigram case_sensitive 1', ${empty})`.execute(db);
    await sql`create virtual table ${sql.ref(GRAM)} using fts5(text,
      tokenize = 'ascii', detail = none, ${empty})`.execute(db);
    for (const index of [TRIGRAM, GRAM]) {
      const set = sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values`;
      // By default FTS5 merges segments during a write. Errata merges a little at a time instead.
      await sql`${set} ('automerge', 0), ('deletemerge', 0), ('crisismerge', 32)`.execute(db);
    }
    await sql`create table ${sql.ref("feedback_fact_waiting")} (key integer primary key)`.execute(
      db,
    );
    await sql`create table ${sql.ref("feedback_fact_gone")} (key integer primary key)`.execute(db);
  } else if (await installTrigrams(db)) {
    await sql`create index ${sql.ref("feedback_fact_text")} on ${sql.table("feedback_fact")}
      using gin (${sql.ref("search_text")} gin_trgm_ops)`.execute(db);
  }
}

/** Returns whether PostgreSQL has `pg_trgm`. Managed servers may not allow it; search is slower then. */
async function installTrigrams(db: Kysely<unknown>): Promise<boolean> {
  await sql`savepoint trigrams`.execute(db);
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
    await sql`release savepoint trigrams`.execute(db);
    return true;
  } catch {
    await sql`rollback to savepoint trigrams`.execute(db);
    return false;
  }
}

/** SQL for a trigger's body that queues the row at `key` for indexing. */
export function queueText(table: string, key: string): string {
  return `insert into ${table}_waiting (key) select ${key};`;
}

/** SQL for a trigger's body that queues the removal of the row at `key` from the index. */
export function queueRemoval(table: string, key: string): string {
  return `insert into ${table}_gone (key) select ${key}
      where not exists (select 1 from ${table}_gone where key = ${key});
    delete from ${table}_waiting where key = ${key};`;
}

/** Indexes the text of every item on SQLite, in the order of keys. */
export async function indexAllText(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw("insert into feedback_fact_waiting (key) select key from feedback_fact")
    .execute(db);
  await indexQueuedText(db);
}

/** Brings the text index up to date on SQLite. */
export async function indexQueuedText(db: Kysely<unknown>): Promise<void> {
  const texts = `select a.key, f.search_text as text from feedback_fact a
      join feedback f on f.project_id = a.project_id and f.id = a.id`;
  const waiting = `from feedback_fact_waiting as w cross join (${texts}) as t on t.key = w.key order by 1`;
  const statements = [
    `delete from ${TRIGRAM} where rowid in (select key from feedback_fact_gone order by key)`,
    `delete from ${GRAM} where rowid in (select key from feedback_fact_gone order by key)`,
    `insert into ${TRIGRAM} (rowid, text) select t.key, t.text ${waiting}`,
    `insert into ${GRAM} (rowid, text) select t.key, text_grams(t.text) ${waiting}`,
    "delete from feedback_fact_gone",
    "delete from feedback_fact_waiting",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
