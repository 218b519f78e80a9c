import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

/** The tables whose changes are announced, and which columns count. Others change without being shown. */
const WATCHED = [
  {
    topic: "feedback",
    table: "feedback",
    columns: ["team_status", "platform_status", "raw", "contact", "deleted_at"],
  },
  { topic: "feedback", table: "feedback_event", columns: [] },
  {
    topic: "jobs",
    table: "job",
    columns: [
      ...["state", "platform_status", "problem", "pr_link", "link_text", "pr_state", "outcome"],
      ...["scheduled_for", "settled_at", "missing_since", "deleted_at", "archived_at"],
    ],
  },
  { topic: "jobs", table: "job_event", columns: [] },
  { topic: "jobs", table: "job_message", columns: ["state", "problem"] },
] as const;

/**
 * Announces changes of feedback and jobs to every server process, committed with the change: PostgreSQL
 * notifies, and on SQLite a counter per project increases.
 */
export async function announceChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "sqlite") await countOnSqlite(db);
  else await notifyOnPostgres(db);
}

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("project_change")
    .addColumn("project_id", sql`${binaryText("sqlite")}`, (column) => column.primaryKey())
    .addColumn("feedback", "integer", (column) => column.notNull())
    .addColumn("jobs", "integer", (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute();
  for (const { topic, table, columns } of WATCHED) {
    // Not "insert or ignore": the outer statement overrides conflict clauses in triggers.
    const count = (row: "new" | "old") => `begin
      insert into project_change (project_id, feedback, jobs) select ${row}.project_id, 0, 0
        where not exists (select 1 from project_change where project_id = ${row}.project_id);
      update project_change set ${topic} = ${topic} + 1 where project_id = ${row}.project_id;
    end`;
    const on = `on ${table} for each row`;
    await raw(db, `create trigger ${table}_announced_new after insert ${on} ${count("new")}`);
    await raw(db, `create trigger ${table}_announced_gone after delete ${on} ${count("old")}`);
    if (columns.length === 0) continue;
    const differs = columns.map((column) => `old.${column} is not new.${column}`).join(" or ");
    await raw(
      db,
      `create trigger ${table}_announced after update ${on} when ${differs} ${count("new")}`,
    );
  }
}

/** A counter would make transactions wait for each other. PostgreSQL sends equal notifications once. */
async function notifyOnPostgres(db: Kysely<unknown>): Promise<void> {
  await raw(
    db,
    `create function project_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('errata_change',
        tg_argv[0] || ':' || case when tg_op = 'DELETE' then old.project_id else new.project_id end);
      return null;
    end $$`,
  );
  for (const { topic, table, columns } of WATCHED) {
    const announce = `execute function project_changed('${topic}')`;
    await raw(
      db,
      `create trigger ${table}_announced_new after insert or delete on ${table}
    for each row ${announce}`,
    );
    if (columns.length === 0) continue;
    const differs = columns.map((column) => `old.${column} is distinct from new.${column}`);
    await raw(
      db,
      `create trigger ${table}_announced after update on ${table}
    for each row when (${differs.join(" or ")}) ${announce}`,
    );
  }
}
