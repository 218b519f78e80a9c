import "server-only";
import { sql } from "kysely";
import type { Migrations } from "../../database/migrate.ts";
import { bigint, binaryText, serialKey } from "./column-types.ts";

/** The built-in platform's migrations. A shipped migration never changes. */
export const platformMigrations: Migrations = {
  "0001_first": async (db, engine) => {
    const key = binaryText(engine);
    const instant = bigint(engine);
    const schema = db.schema;
    await schema
      .createTable("platform_project")
      .addColumn("id", sql`${key}`, (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("organization", "text", (column) => column.notNull())
      .execute();
    await schema
      .createTable("platform_entry")
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("id", sql`${key}`, (column) => column.notNull())
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("created_at", sql`${instant}`)
      .addColumn("sort_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("entry", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("platform_entry_key", ["project_id", "id"])
      .execute();
    await schema
      .createIndex("platform_entry_by_date")
      .on("platform_entry")
      .columns(["project_id", "sort_at", "id"])
      .execute();
    await schema
      .createTable("platform_key")
      .addColumn("id", sql`${key}`, (column) => column.primaryKey())
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("organization", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("hash", sql`${key}`, (column) => column.notNull().unique())
      .addColumn("hint", "text", (column) => column.notNull())
      .addColumn("created_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("last_used_at", sql`${instant}`)
      .addColumn("revoked_at", sql`${instant}`)
      .execute();
    await schema
      .createTable("platform_use")
      .addColumn("id", sql`${serialKey(engine)}`)
      .addColumn("budget", sql`${key}`, (column) => column.notNull())
      .addColumn("at", sql`${instant}`, (column) => column.notNull())
      .execute();
    await schema
      .createIndex("platform_use_by_time")
      .on("platform_use")
      .columns(["budget", "at"])
      .execute();
    await schema
      .createTable("platform_budget")
      .addColumn("budget", sql`${key}`, (column) => column.primaryKey())
      .execute();
    await schema
      .createTable("platform_job")
      .addColumn("id", sql`${key}`, (column) => column.primaryKey())
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("repository", "text", (column) => column.notNull())
      .addColumn("ref", "text", (column) => column.notNull())
      .addColumn("model", "text", (column) => column.notNull())
      .addColumn("pr_link", "text")
      .addColumn("created_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("archived_at", sql`${instant}`)
      .addColumn("holder", "text")
      .addColumn("held_until", sql`${instant}`)
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("failure", "text")
      .execute();
    await schema
      .createTable("platform_job_message")
      .addColumn("id", sql`${serialKey(engine)}`)
      .addColumn("job_id", sql`${key}`, (column) => column.notNull())
      .addColumn("prompt", "text", (column) => column.notNull())
      .addColumn("created_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("done_at", sql`${instant}`)
      .execute();
    await schema
      .createIndex("platform_job_by_status")
      .on("platform_job")
      .columns(["status", "created_at"])
      .execute();
    await schema
      .createIndex("platform_job_message_by_job")
      .on("platform_job_message")
      .columns(["job_id", "id"])
      .execute();
    await schema
      .createTable("platform_pull")
      .addColumn("number", sql`${serialKey(engine)}`)
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("job_id", sql`${key}`, (column) => column.notNull())
      .addColumn("branch", sql`${key}`, (column) => column.notNull().unique())
      .addColumn("base", "text", (column) => column.notNull())
      .addColumn("base_commit", "text", (column) => column.notNull())
      .addColumn("head_commit", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("created_at", sql`${instant}`, (column) => column.notNull())
      .addColumn("settled_at", sql`${instant}`)
      .addColumn("merge_commit", "text")
      .execute();
    await schema
      .createIndex("platform_pull_by_job")
      .on("platform_pull")
      .columns(["job_id", "number"])
      .execute();
    await schema
      .createIndex("platform_pull_by_project")
      .on("platform_pull")
      .columns(["project_id", "number"])
      .execute();
  },
  "0002_output_and_links": async (db, engine) => {
    await db.schema
      .createTable("platform_output")
      .addColumn("message_id", sql`${bigint(engine)}`, (column) => column.primaryKey())
      .addColumn("output", "text", (column) => column.notNull())
      .execute();
    await db.schema.alterTable("platform_pull").addColumn("link", "text").execute();
  },
  "0003_revisions": async (db, engine) => {
    for (const table of ["platform_project", "platform_entry"]) {
      await db.schema
        .alterTable(table)
        .addColumn("revision", sql`${bigint(engine)}`, (column) => column.notNull().defaultTo(0))
        .execute();
    }
    await db.schema
      .createIndex("platform_entry_by_revision")
      .on("platform_entry")
      .columns(["project_id", "revision", "sort_at"])
      .execute();
  },
  "0004_key_limits": async (db, engine) => {
    await db.schema
      .alterTable("platform_key")
      .addColumn("expires_at", sql`${bigint(engine)}`)
      .execute();
    await db.schema.alterTable("platform_key").addColumn("scopes", "text").execute();
  },
  "0005_change_feed": async (db, engine) => {
    const key = binaryText(engine);
    await db.schema.dropIndex("platform_entry_by_revision").execute();
    await db.schema
      .alterTable("platform_entry")
      .addColumn("status_by_team", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    // Entries of one import had the same revision, and those of the sample had none.
    await sql`
      update platform_entry set revision = numbered.revision
      from (select project_id, id, row_number() over
          (partition by project_id order by revision, sort_at, id) as revision
        from platform_entry) as numbered
      where numbered.project_id = platform_entry.project_id and numbered.id = platform_entry.id
    `.execute(db);
    await sql`
      update platform_project set revision =
        (select count(*) from platform_entry where project_id = platform_project.id)
    `.execute(db);
    await db.schema
      .createIndex("platform_entry_by_revision")
      .on("platform_entry")
      .columns(["project_id", "revision"])
      .unique()
      .execute();
    await db.schema
      .createTable("platform_deletion")
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("id", sql`${key}`, (column) => column.notNull())
      .addColumn("revision", sql`${bigint(engine)}`, (column) => column.notNull())
      .addPrimaryKeyConstraint("platform_deletion_key", ["project_id", "id"])
      .execute();
    await db.schema
      .createIndex("platform_deletion_by_revision")
      .on("platform_deletion")
      .columns(["project_id", "revision"])
      .unique()
      .execute();
  },
  "0006_collect": async (db, engine) => {
    const key = binaryText(engine);
    const number = bigint(engine);
    await db.schema
      .createTable("platform_collect_key")
      .addColumn("key", sql`${key}`, (column) => column.primaryKey())
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("origins", "text", (column) => column.notNull())
      .addColumn("paths", "text", (column) => column.notNull())
      .addColumn("created_at", sql`${number}`, (column) => column.notNull())
      .addColumn("disabled_at", sql`${number}`)
      .execute();
    await db.schema
      .createTable("platform_submission")
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("entry_id", sql`${key}`, (column) => column.notNull())
      .addColumn("collect_key", sql`${key}`, (column) => column.notNull())
      .addColumn("client_id", sql`${key}`)
      .addColumn("received_at", sql`${number}`, (column) => column.notNull())
      .addColumn("extras", "text", (column) => column.notNull())
      .addColumn("is_bot", sql`${number}`, (column) => column.notNull())
      .addColumn("suspicion", "text")
      .addColumn("suspected_entry", "text")
      .addPrimaryKeyConstraint("platform_submission_key", ["project_id", "entry_id"])
      .execute();
    await db.schema
      .createIndex("platform_submission_by_client")
      .on("platform_submission")
      .columns(["collect_key", "client_id"])
      .where("client_id", "is not", null)
      .unique()
      .execute();
    await db.schema
      .createIndex("platform_submission_by_key")
      .on("platform_submission")
      .columns(["collect_key", "received_at"])
      .execute();
    await db.schema
      .createIndex("platform_submission_suspected")
      .on("platform_submission")
      .columns(["project_id", "received_at"])
      .where(sql`suspected_entry`, "is not", null)
      .execute();
  },
  "0007_reasons": async (db) => {
    // The feed has reasons now, so entries with reasons are changes that readers of the feed don't know.
    await sql`
      update platform_entry set revision = numbered.revision
      from (select entry.project_id, entry.id, project.revision + row_number() over
          (partition by entry.project_id order by entry.revision) as revision
        from platform_submission as submission
        join platform_entry as entry
          on entry.project_id = submission.project_id and entry.id = submission.entry_id
        join platform_project as project on project.id = entry.project_id
        where submission.extras like '%"reasons":["%') as numbered
      where numbered.project_id = platform_entry.project_id and numbered.id = platform_entry.id
    `.execute(db);
    await sql`
      update platform_project set revision =
        (select max(revision) from platform_entry where project_id = platform_project.id)
      where revision <
        (select max(revision) from platform_entry where project_id = platform_project.id)
    `.execute(db);
  },
  "0008_challenges": async (db) => {
    await db.schema
      .alterTable("platform_collect_key")
      .addColumn("challenge_secret", "text")
      .execute();
  },
  "0009_imports": async (db, engine) => {
    const key = binaryText(engine);
    const number = bigint(engine);
    await db.schema
      .createTable("platform_import")
      .addColumn("number", sql`${serialKey(engine)}`)
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("key", sql`${key}`, (column) => column.notNull())
      .addColumn("source", "text")
      .addColumn("file", "text", (column) => column.notNull())
      .addColumn("by_id", sql`${key}`, (column) => column.notNull())
      .addColumn("rows", sql`${number}`)
      .addColumn("decisions", "text", (column) => column.notNull())
      .addColumn("started_at", sql`${number}`, (column) => column.notNull())
      .addColumn("last_at", sql`${number}`, (column) => column.notNull())
      .addColumn("finished_at", sql`${number}`)
      .addColumn("undo_started_at", sql`${number}`)
      .addColumn("undone_at", sql`${number}`)
      .addColumn("is_expired", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("seen", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addColumn("added", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addColumn("updated", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addColumn("unchanged", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addColumn("deleted", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addColumn("rejected", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addColumn("removed", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addColumn("restored", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addColumn("kept", sql`${number}`, (column) => column.notNull().defaultTo(0))
      .addUniqueConstraint("platform_import_by_key", ["project_id", "key"])
      .execute();
    await db.schema
      .createIndex("platform_import_by_project")
      .on("platform_import")
      .columns(["project_id", "number"])
      .execute();
    await db.schema
      .createTable("platform_import_change")
      .addColumn("import_number", sql`${number}`, (column) => column.notNull())
      .addColumn("project_id", sql`${key}`, (column) => column.notNull())
      .addColumn("entry_id", sql`${key}`, (column) => column.notNull())
      .addColumn("before", "text")
      .addColumn("after", "text")
      .addColumn("is_removed", "integer", (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint("platform_import_change_key", ["import_number", "entry_id"])
      .execute();
    await db.schema
      .createIndex("platform_import_change_by_entry")
      .on("platform_import_change")
      .columns(["project_id", "entry_id"])
      .execute();
  },
  "0010_job_pages": async (db) => {
    await db.schema.alterTable("platform_job_message").addColumn("pages", "text").execute();
  },
  "0011_repository_home": async (db) => {
    await db.schema
      .createTable("platform_repository_home")
      .addColumn("singleton", "integer", (column) => column.primaryKey())
      .addColumn("id", "text", (column) => column.notNull())
      .execute();
  },
};
