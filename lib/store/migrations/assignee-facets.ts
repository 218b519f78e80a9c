import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

/**
 * Migration 0043: assigned items have their facet group, so that open ones are counted by person from one index
 * instead of one lookup per item. Triggers keep it in step with the item, as those of 0038 do.
 */
export async function addAssigneeFacets(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("feedback_assignee")
    .addColumn("kind", sql`${bigint(engine)}`, (column) => column.notNull().defaultTo(0))
    .execute();
  await raw(
    db,
    `update feedback_assignee set kind = f.kind from feedback_fact as f
      where f.project_id = feedback_assignee.project_id and f.id = feedback_assignee.feedback_id`,
  );
  await db.schema.dropIndex("feedback_assignee_by_person").execute();
  await db.schema
    .createIndex("feedback_assignee_by_person")
    .on("feedback_assignee")
    .columns(["person_id", "project_id", "kind", "feedback_id"])
    .execute();
  if (engine === "sqlite") await followOnSqlite(db);
  else await followOnPostgres(db);
}

async function followOnSqlite(db: Kysely<unknown>): Promise<void> {
  // As migration 0035 does for other indexes.
  await raw(
    db,
    `insert into sqlite_stat1 (tbl, idx, stat) values
      ('feedback_assignee', 'sqlite_autoindex_feedback_assignee_1', '5000 5000 1'),
      ('feedback_assignee', 'feedback_assignee_by_person', '5000 400 400 30 1'),
      ('feedback_assignee', 'feedback_assignee_by_change', '5000 5000 10')`,
  );
  await raw(db, "analyze sqlite_schema");
  await raw(
    db,
    `create trigger feedback_assignee_added after insert on feedback_assignee for each row begin
      update feedback_assignee set kind = f.kind from feedback_fact as f
        where f.project_id = new.project_id and f.id = new.feedback_id
          and feedback_assignee.project_id = new.project_id
          and feedback_assignee.feedback_id = new.feedback_id;
    end`,
  );
  // Rows of the feedback index are inserted and deleted but never updated.
  await raw(
    db,
    `create trigger feedback_assignee_changed after insert on feedback_fact for each row begin
      update feedback_assignee set kind = new.kind
        where project_id = new.project_id and feedback_id = new.id;
    end`,
  );
}

async function followOnPostgres(db: Kysely<unknown>): Promise<void> {
  await raw(
    db,
    `create function feedback_assignee_of_item() returns trigger language plpgsql as $$
    begin
      new.kind := coalesce((select f.kind from feedback_fact as f
        where f.project_id = new.project_id and f.id = new.feedback_id), 0);
      return new;
    end $$`,
  );
  await raw(
    db,
    `create trigger feedback_assignee_added before insert on feedback_assignee
    for each row execute function feedback_assignee_of_item()`,
  );
  await raw(
    db,
    `create function feedback_assignee_follow() returns trigger language plpgsql as $$
    begin
      update feedback_assignee as a set kind = f.kind from feedback_fact as f
        where a.project_id = new.project_id and a.feedback_id = new.id
          and f.project_id = new.project_id and f.id = new.id and a.kind <> f.kind;
      return null;
    end $$`,
  );
  // Triggers of an event run in the order of their names: the feedback index changes before this.
  await raw(
    db,
    `create trigger feedback_changed_assignee after update on feedback
    for each row execute function feedback_assignee_follow()`,
  );
}
