import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

/** The columns that decide which items are near-duplicates, and the one that members are ordered by. */
const COMPARED = ["page", "comment", "code", "helpful", "sort_at"];

/**
 * Adds groups of near-duplicates. Triggers queue items whose text is new, changed, or deleted; what reads the queue
 * finds their groups. Triggers also count groups and announce their changes to open pages.
 */
export async function addGroups(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createMembers(db, engine);
  await createAnchors(db, engine);
  await createQueue(db, engine);
  if (engine === "sqlite") await followOnSqlite(db);
  else await followOnPostgres(db);
  await raw(
    db,
    `insert into feedback_group_queue (project_id, feedback_id)
    select project_id, id from feedback where ${hasText("")}`,
  );
}

async function createMembers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const whole = bigint(engine);
  await db.schema
    .createTable("feedback_group_member")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("group_id", sql`${key}`)
    .addColumn("by_person", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("is_recurrence", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("sort_at", sql`${whole}`, (column) => column.notNull())
    .addColumn("change", sql`${key}`)
    .addPrimaryKeyConstraint("feedback_group_member_key", ["project_id", "feedback_id"])
    .execute();
  await db.schema
    .createIndex("feedback_group_member_by_group")
    .on("feedback_group_member")
    .columns(["project_id", "group_id", "sort_at", "feedback_id"])
    .execute();
  await db.schema
    .createIndex("feedback_group_member_by_change")
    .on("feedback_group_member")
    .columns(["project_id", "change"])
    .where(sql`change`, "is not", null)
    .execute();
  await db.schema
    .createTable("feedback_group_size")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("group_id", sql`${key}`, (column) => column.notNull())
    .addColumn("items", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_group_size_key", ["project_id", "group_id"])
    .execute();
}

async function createAnchors(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const whole = bigint(engine);
  await raw(
    db,
    engine === "postgres"
      ? `create table feedback_anchor (number bigint generated always as identity primary key,
        project_id text collate "C" not null, feedback_id text collate "C" not null, buckets text not null)`
      : `create table feedback_anchor (number integer primary key autoincrement,
        project_id text not null, feedback_id text not null, buckets text not null)`,
  );
  await db.schema
    .createIndex("feedback_anchor_by_item")
    .unique()
    .on("feedback_anchor")
    .columns(["project_id", "feedback_id"])
    .execute();
  await db.schema
    .createTable("feedback_bucket")
    .addColumn("bucket", sql`${whole}`, (column) => column.notNull())
    .addColumn("anchor", sql`${whole}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_bucket_key", ["bucket", "anchor"])
    .modifyEnd(engine === "sqlite" ? sql`without rowid` : sql``)
    .execute();
  await db.schema
    .createTable("feedback_not_similar")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("other_id", sql`${key}`, (column) => column.notNull())
    .addColumn("change", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_not_similar_key", ["project_id", "feedback_id", "other_id"])
    .execute();
}

async function createQueue(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("feedback_group_queue")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_group_queue_key", ["project_id", "feedback_id"])
    .execute();
}

/** The condition that an item has more than a rating. */
const hasText = (row: string) =>
  `(coalesce(trim(${row}comment), '') <> '' or coalesce(trim(${row}code), '') <> '')`;

/** Statements are the same on both engines. Not "insert or ignore", which an outer statement overrides. */
const queued = (project: string, item: string, when = "1 = 1") =>
  `insert into feedback_group_queue (project_id, feedback_id) select ${project}, ${item}
    where ${when} and not exists (select 1 from feedback_group_queue
      where project_id = ${project} and feedback_id = ${item});`;

const itemDeleted = `
  delete from feedback_group_member where project_id = old.project_id and feedback_id = old.id;
  delete from feedback_not_similar where project_id = old.project_id and feedback_id = old.id;
  ${queued(
    "old.project_id",
    "old.id",
    `exists (select 1 from feedback_anchor
      where project_id = old.project_id and feedback_id = old.id)`,
  )}`;

/** What happens to a group's size when an item joins it. */
export const joined = `
  insert into feedback_group_size (project_id, group_id, items) select new.project_id, new.group_id, 0
    where new.group_id is not null and not exists (select 1 from feedback_group_size
      where project_id = new.project_id and group_id = new.group_id);
  update feedback_group_size set items = items + 1
    where project_id = new.project_id and group_id = new.group_id;`;

/** What happens to a group when an item leaves it. Another member may have to represent it now. */
export const left = `
  update feedback_group_size set items = items - 1
    where project_id = old.project_id and group_id = old.group_id;
  delete from feedback_group_size
    where project_id = old.project_id and group_id = old.group_id and items < 1;
  insert into feedback_group_queue (project_id, feedback_id)
    select m.project_id, m.feedback_id from (
      select project_id, feedback_id from feedback_group_member
      where project_id = old.project_id and group_id = old.group_id limit 1
    ) as m
    where not exists (select 1 from feedback_group_queue as q
      where q.project_id = m.project_id and q.feedback_id = m.feedback_id);`;

async function followOnSqlite(db: Kysely<unknown>): Promise<void> {
  const differs = COMPARED.map((column) => `old.${column} is not new.${column}`).join(" or ");
  const onItems = "on feedback for each row";
  await raw(
    db,
    `create trigger feedback_group_item_added after insert ${onItems} when ${hasText("new.")}
    begin ${queued("new.project_id", "new.id")} end`,
  );
  await raw(
    db,
    `create trigger feedback_group_item_changed after update ${onItems} when ${differs}
    begin ${queued("new.project_id", "new.id")} end`,
  );
  await raw(
    db,
    `create trigger feedback_group_item_deleted after delete ${onItems} begin ${itemDeleted} end`,
  );
  const onMembers = "on feedback_group_member for each row";
  // The row of `project_change` was added with the item.
  const announced = (row: string) =>
    `update project_change set feedback = feedback + 1 where project_id = ${row}.project_id;`;
  await raw(
    db,
    `create trigger feedback_group_joined after insert ${onMembers}
    begin ${joined} ${announced("new")} end`,
  );
  await raw(
    db,
    `create trigger feedback_group_left after delete ${onMembers}
    begin ${left} ${announced("old")} end`,
  );
  await raw(
    db,
    `create trigger feedback_group_moved after update ${onMembers}
    when old.group_id is not new.group_id begin ${left} ${joined} ${announced("new")} end`,
  );
}

async function followOnPostgres(db: Kysely<unknown>): Promise<void> {
  const differs = COMPARED.map((column) => `old.${column} is distinct from new.${column}`);
  const define = (name: string, body: string) =>
    raw(
      db,
      `create function ${name}() returns trigger language plpgsql as $$
      begin ${body} return null; end $$`,
    );
  await define("feedback_group_item_queued", queued("new.project_id", "new.id"));
  await define("feedback_group_item_gone", itemDeleted);
  await define(
    "feedback_group_counted",
    `if tg_op <> 'INSERT' then ${left} end if; if tg_op <> 'DELETE' then ${joined} end if;`,
  );
  await raw(
    db,
    `create trigger feedback_group_item_added after insert on feedback for each row
    when (${hasText("new.")}) execute function feedback_group_item_queued()`,
  );
  await raw(
    db,
    `create trigger feedback_group_item_changed after update on feedback for each row
    when (${differs.join(" or ")}) execute function feedback_group_item_queued()`,
  );
  await raw(
    db,
    `create trigger feedback_group_item_deleted after delete on feedback for each row
    execute function feedback_group_item_gone()`,
  );
  const onMembers = "on feedback_group_member for each row";
  await raw(
    db,
    `create trigger feedback_group_joined_or_left after insert or delete ${onMembers}
    execute function feedback_group_counted()`,
  );
  await raw(
    db,
    `create trigger feedback_group_moved after update ${onMembers}
    when (old.group_id is distinct from new.group_id) execute function feedback_group_counted()`,
  );
  await raw(
    db,
    `create trigger feedback_group_announced after insert or update or delete ${onMembers}
    execute function project_changed('feedback')`,
  );
}
