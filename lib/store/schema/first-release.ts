import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";

/** The names that tables of the last version before the first release have now. */
const TABLES = {
  feedback_kind: "facet_group",
  feedback_fact: "feedback_index",
  feedback_pace: "wait_time",
  feedback_pace_day: "wait_time_day",
  feedback_anchor: "feedback_representative",
  sync_walk: "sync_lane",
};
const TABLES_OF_SQLITE = {
  feedback_fact_trigram: "feedback_index_trigram",
  feedback_fact_gram: "feedback_index_gram",
  feedback_fact_waiting: "feedback_index_waiting",
  feedback_fact_gone: "feedback_index_gone",
};
const TABLES_OF_POSTGRES = { feedback_group_kind: "feedback_group_facet" };

/** The names that columns have now, by the new name of their table. */
const COLUMNS: Record<string, Record<string, string>> = {
  facet_group: { kind: "id" },
  feedback_index: { kind: "facet_group_id" },
  feedback_day: { kind: "facet_group_id" },
  feedback_page: { kind: "facet_group_id" },
  feedback_large_group: { kind: "facet_group_id" },
  feedback_group_member: { kind: "facet_group_id", change: "change_id" },
  feedback_assignee: { kind: "facet_group_id", change: "change_id", set_by: "set_by_name" },
  feedback_label: { change: "change_id", set_by: "set_by_name" },
  feedback_event: { change: "change_id", set_by: "set_by_name" },
  feedback_state: {
    change: "change_id",
    set_by: "set_by_name",
    reason_change: "reason_change_id",
  },
  feedback_not_similar: { change: "change_id" },
  feedback_not_noise: { change: "change_id" },
  feedback_bucket: { anchor: "representative" },
  budget: { refusals: "rate_limits" },
};
const COLUMNS_OF_POSTGRES = { feedback_group_facet: { kind: "facet_group_id" } };

/** The functions that triggers called on PostgreSQL. */
const FUNCTIONS = [
  ...["embedding_comment_gone", "embedding_comment_queued", "embedding_text_left"],
  ...["feedback_assignee_follow", "feedback_assignee_of_item", "feedback_count_added"],
  ...["feedback_count_changed", "feedback_count_removed", "feedback_event_pace"],
  ...["feedback_fact_follow", "feedback_group_counted_delete", "feedback_group_counted_insert"],
  ...["feedback_group_counted_update", "feedback_group_item_gone", "feedback_group_item_queued"],
  ...["feedback_group_member_follow", "feedback_group_member_of_item"],
  ...["feedback_large_group_kind_added", "feedback_pace_delete", "feedback_pace_insert"],
  ...["feedback_page_day_delete", "feedback_page_day_insert", "feedback_page_day_update"],
  "project_changed",
];

/**
 * Turns the tables of the last version before the first release into those of the first release: names, triggers, and who
 * assigned an item or put a label on it. Rows stay where they are.
 */
export async function upgradeToFirstRelease(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await dropTriggersOfRenamed(db, engine);
  const tables = { ...TABLES, ...(engine === "sqlite" ? TABLES_OF_SQLITE : TABLES_OF_POSTGRES) };
  for (const [old, name] of Object.entries(tables)) {
    await sql`alter table ${sql.table(old)} rename to ${sql.ref(name)}`.execute(db);
  }
  const columns = { ...COLUMNS, ...(engine === "postgres" ? COLUMNS_OF_POSTGRES : {}) };
  for (const [table, names] of Object.entries(columns)) {
    for (const [old, name] of Object.entries(names)) {
      await db.schema.alterTable(table).renameColumn(old, name).execute();
    }
  }
  if (engine === "sqlite") await dropIndexesOfRenamed(db);
  else {
    await renameIndexes(db);
    await sql`alter table facet_group alter column noise drop default,
      alter column bare_vote drop default`.execute(db);
  }
  await addWhoSetIt(db, engine);
  await renameInHistory(db);
}

/** Drops the triggers of tables that had other names. */
async function dropTriggersOfRenamed(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "postgres") {
    for (const name of FUNCTIONS) {
      await sql`drop function if exists ${sql.ref(name)}() cascade`.execute(db);
    }
    return;
  }
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'trigger'`.execute(db);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
}

/** SQLite can't rename an index. They are built again. */
async function dropIndexesOfRenamed(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'index' and sql is not null
      and tbl_name in (${sql.join(Object.values(TABLES))})`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
}

/** An index of a constraint gives its name to the constraint. */
async function renameIndexes(db: Kysely<unknown>): Promise<void> {
  const tables = { ...TABLES, ...TABLES_OF_POSTGRES };
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes where schemaname = current_schema()`.execute(db);
  for (const { name } of rows) {
    const [old, now] = Object.entries(tables)
      .filter(([table]) => name.startsWith(`${table}_`))
      .sort(([a], [b]) => b.length - a.length)[0] ?? ["", ""];
    if (old === "") continue;
    const renamed = name.replace(old, now).replace("_by_kind", "_by_facet_group");
    await sql`alter index ${sql.ref(name)} rename to ${sql.ref(renamed)}`.execute(db);
  }
}

/** The history has earlier rows as JSON. A quote within a value has a backslash, so that these are names. */
async function renameInHistory(db: Kysely<unknown>): Promise<void> {
  let text = sql`before`;
  for (const [old, name] of Object.entries(COLUMNS.feedback_state ?? {})) {
    text = sql`replace(${text}, ${`"${old}":`}, ${`"${name}":`})`;
  }
  await sql`update feedback_event set before = ${text} where before is not null`.execute(db);
}

/** IDs of people beside their names, from the history. */
async function addWhoSetIt(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const type = sql.raw(engine === "postgres" ? 'text collate "C"' : "text");
  for (const field of ["assignee", "label"]) {
    const table = sql.table(`feedback_${field}`);
    await sql`alter table ${table} add column set_by_id ${type}`.execute(db);
    await sql`update ${table} as t set set_by_id = (select max(e.set_by_id) from feedback_event as e
      where e.project_id = t.project_id and e.change_id = t.change_id and e.field = ${field})`.execute(
      db,
    );
  }
}
