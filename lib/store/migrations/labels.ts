import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";

/** Adds the labels of items. The history has these changes as well. */
export async function addLabels(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("feedback_label")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("label_id", sql`${key}`, (column) => column.notNull())
    .addColumn("is_on", "integer", (column) => column.notNull())
    .addColumn("set_at", sql`${bigint(engine)}`, (column) => column.notNull())
    .addColumn("set_by", "text")
    .addColumn("change", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_label_key", ["project_id", "feedback_id", "label_id"])
    .execute();
  await sql`create index feedback_label_by_label on feedback_label (project_id, label_id, feedback_id)
    where is_on = 1`.execute(db);
  await db.schema
    .createIndex("feedback_label_by_change")
    .on("feedback_label")
    .columns(["project_id", "change"])
    .execute();
}
