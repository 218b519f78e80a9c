import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

const COLUMNS = "project_id, group_id, sort_at, feedback_id, kind, page, is_recurrence";

/** The item of a member, in the feedback index. */
const itemOf = (member: string) =>
  `feedback_fact as f where f.project_id = ${member}.project_id and f.id = ${member}.feedback_id`;

/**
 * Migration 0038: members of groups have the facet group and the page of their item, so that groups are counted and
 * listed from one range of an index instead of one lookup per item. Triggers keep them in step with the item.
 */
export async function addGroupFacets(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("feedback_group_member")
    .addColumn("kind", sql`${bigint(engine)}`, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("feedback_group_member")
    .addColumn("page", sql`${binaryText(engine)}`, (column) => column.notNull().defaultTo(""))
    .execute();
  await raw(
    db,
    `update feedback_group_member set kind = f.kind, page = f.page
      from ${itemOf("feedback_group_member")}`,
  );
  await db.schema.dropIndex("feedback_group_member_by_group").execute();
  await raw(
    db,
    `create index feedback_group_member_by_group on feedback_group_member (${COLUMNS})`,
  );
  if (engine === "sqlite") await followOnSqlite(db);
  else await followOnPostgres(db);
}

async function followOnSqlite(db: Kysely<unknown>): Promise<void> {
  await raw(
    db,
    `insert into sqlite_stat1 (tbl, idx, stat) values
      ('feedback_group_member', 'feedback_group_member_by_group', '50000 50000 7 1 1 1 1 1')`,
  );
  await raw(db, "analyze sqlite_schema");
  await raw(
    db,
    `create trigger feedback_group_member_added after insert on feedback_group_member for each row begin
      update feedback_group_member set kind = f.kind, page = f.page from ${itemOf("new")}
        and feedback_group_member.project_id = new.project_id
        and feedback_group_member.feedback_id = new.feedback_id;
    end`,
  );
  // Rows of the feedback index are inserted and deleted but never updated.
  await raw(
    db,
    `create trigger feedback_group_member_changed after insert on feedback_fact for each row begin
      update feedback_group_member set kind = new.kind, page = new.page, sort_at = new.sort_at
        where project_id = new.project_id and feedback_id = new.id;
    end`,
  );
}

async function followOnPostgres(db: Kysely<unknown>): Promise<void> {
  await raw(
    db,
    `create function feedback_group_member_of_item() returns trigger language plpgsql as $$
    declare item record;
    begin
      select f.kind, f.page into item from ${itemOf("new")};
      if found then
        new.kind := item.kind;
        new.page := item.page;
      end if;
      return new;
    end $$`,
  );
  await raw(
    db,
    `create trigger feedback_group_member_added before insert on feedback_group_member
    for each row execute function feedback_group_member_of_item()`,
  );
  await raw(
    db,
    `create function feedback_group_member_follow() returns trigger language plpgsql as $$
    begin
      update feedback_group_member as m set kind = f.kind, page = f.page, sort_at = f.sort_at
        from feedback_fact as f
        where m.project_id = new.project_id and m.feedback_id = new.id
          and f.project_id = new.project_id and f.id = new.id
          and (m.kind, m.page, m.sort_at) is distinct from (f.kind, f.page, f.sort_at);
      return null;
    end $$`,
  );
  // Triggers of an event run in the order of their names: the feedback index changes before this.
  await raw(
    db,
    `create trigger feedback_group_member_changed after update on feedback
    for each row execute function feedback_group_member_follow()`,
  );
}
