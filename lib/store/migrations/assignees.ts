import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

/** Adds the person an item is assigned to. The history has these changes as well. */
export async function addAssignees(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("feedback_assignee")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("person_id", sql`${key}`)
    .addColumn("set_at", sql`${bigint(engine)}`, (column) => column.notNull())
    .addColumn("set_by", "text")
    .addColumn("change", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_assignee_key", ["project_id", "feedback_id"])
    .execute();
  await db.schema
    .createIndex("feedback_assignee_by_person")
    .on("feedback_assignee")
    .columns(["person_id", "project_id", "feedback_id"])
    .execute();
  await db.schema
    .createIndex("feedback_assignee_by_change")
    .on("feedback_assignee")
    .columns(["project_id", "change"])
    .execute();
  await db.schema
    .alterTable("feedback_event")
    .addColumn("field", "text", (column) => column.notNull().defaultTo("status"))
    .execute();
  await raw(db, "alter table feedback_event rename column from_status to from_value");
  await raw(db, "alter table feedback_event rename column to_status to to_value");
}
