import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText, serialKey } from "./column-types.ts";

/** Migration 0004: follow-ups, history, pull requests and the team's status. */
export async function jobLedger(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await jobColumns(db, engine);
  await jobTables(db, engine);
  await feedbackTables(db, engine);
}

async function jobColumns(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const instants = [
    "began_at",
    "not_before",
    "resolved_at",
    "pr_since",
    "pr_checked_at",
    "pr_next_at",
  ];
  for (const name of instants) {
    await db.schema
      .alterTable("job")
      .addColumn(name, sql`${bigint(engine)}`, (column) =>
        name === "began_at" ? column.notNull().defaultTo(0) : column,
      )
      .execute();
  }
  for (const name of ["retry_of", "resolution", "pr_state"]) {
    await db.schema.alterTable("job").addColumn(name, "text").execute();
  }
  await sql`update job set began_at = created_at`.execute(db);
  await sql`update job set pr_since = created_at, pr_next_at = 0
    where pr_link is not null and settled_at is not null`.execute(db);
  await db.schema.createIndex("job_pull_to_look_at").on("job").column("pr_next_at").execute();
}

async function jobTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const instant = bigint(engine);
  await db.schema
    .createTable("job_platform_id")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("platform_job_id", sql`${key}`, (column) => column.notNull())
    .addColumn("job_id", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("job_platform_id_key", ["project_id", "platform_job_id"])
    .execute();
  await sql`insert into job_platform_id (project_id, platform_job_id, job_id)
    select project_id, platform_job_id, min(id) from job
    where platform_job_id is not null group by project_id, platform_job_id`.execute(db);
  await db.schema
    .createTable("job_message")
    .addColumn("id", sql`${key}`, (column) => column.primaryKey())
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("job_id", sql`${key}`, (column) => column.notNull())
    .addColumn("intent_key", sql`${key}`, (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("prompt", "text", (column) => column.notNull())
    .addColumn("created_at", sql`${instant}`, (column) => column.notNull())
    .addColumn("sent_at", sql`${instant}`)
    .addColumn("not_before", sql`${instant}`)
    .addColumn("problem", "text")
    .addColumn("next_at", sql`${instant}`)
    .addUniqueConstraint("job_message_intent", ["project_id", "intent_key"])
    .execute();
  await db.schema
    .createIndex("job_message_by_job")
    .on("job_message")
    .columns(["project_id", "job_id", "created_at"])
    .execute();
  await db.schema.createIndex("job_message_due").on("job_message").column("next_at").execute();
  await db.schema
    .createTable("job_event")
    .addColumn("id", sql`${serialKey(engine)}`)
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("job_id", sql`${key}`, (column) => column.notNull())
    .addColumn("at", sql`${instant}`, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("detail", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("job_event_by_job")
    .on("job_event")
    .columns(["project_id", "job_id", "id"])
    .execute();
}

async function feedbackTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const instant = bigint(engine);
  await db.schema
    .alterTable("feedback")
    .addColumn("platform_status", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`update feedback set platform_status = status`.execute(db);
  await db.schema
    .createTable("feedback_state")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("platform_status", "text", (column) => column.notNull())
    .addColumn("set_at", sql`${instant}`, (column) => column.notNull())
    .addColumn("set_by", "text")
    .addColumn("change", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_state_key", ["project_id", "feedback_id"])
    .execute();
  await db.schema
    .createIndex("feedback_state_by_change")
    .on("feedback_state")
    .columns(["project_id", "change"])
    .execute();
  await db.schema
    .createTable("feedback_event")
    .addColumn("id", sql`${serialKey(engine)}`)
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("at", sql`${instant}`, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("from_status", "text", (column) => column.notNull())
    .addColumn("to_status", "text", (column) => column.notNull())
    .addColumn("change", sql`${key}`)
    .addColumn("before", "text")
    .addColumn("set_by", "text")
    .execute();
  for (const column of ["feedback_id", "change"]) {
    await db.schema
      .createIndex(`feedback_event_by_${column}`)
      .on("feedback_event")
      .columns(["project_id", column, "id"])
      .execute();
  }
  await db.schema
    .createTable("project_setting")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("name", sql`${key}`, (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("set_at", sql`${instant}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("project_setting_key", ["project_id", "name"])
    .execute();
}
