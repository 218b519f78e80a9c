import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText, serialKey } from "./column-types.ts";

/**
 * Adds what people are notified of, when they last looked at a project, and the indexes of what is new and of
 * the history of all items. What notifications are about is announced to open pages.
 */
export async function addNotifications(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const instant = bigint(engine);
  await db.schema
    .createTable("notification")
    .addColumn("id", sql`${serialKey(engine)}`)
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("person_id", sql`${key}`, (column) => column.notNull())
    .addColumn("topic", sql`${key}`, (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`)
    .addColumn("job_id", sql`${key}`)
    .addColumn("at", sql`${instant}`, (column) => column.notNull())
    .addColumn("by_name", "text")
    .addColumn("read_at", sql`${instant}`)
    .execute();
  for (const column of ["topic", "feedback_id"]) {
    await db.schema
      .createIndex(`notification_by_${column}`)
      .on("notification")
      .columns(["project_id", column])
      .execute();
  }
  await db.schema
    .createIndex("notification_by_person")
    .on("notification")
    .columns(["person_id", "project_id", "id"])
    .execute();
  await db.schema
    .createIndex("notification_unread")
    .on("notification")
    .columns(["person_id", "project_id", "topic"])
    .where(sql.ref("read_at"), "is", null)
    .execute();
  await db.schema
    .createTable("project_visit")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("person_id", sql`${key}`, (column) => column.notNull())
    .addColumn("since", sql`${instant}`, (column) => column.notNull())
    .addColumn("seen_at", sql`${instant}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("project_visit_key", ["project_id", "person_id"])
    .execute();
  await db.schema
    .createIndex("feedback_by_arrival")
    .on("feedback")
    .columns(["project_id", "first_seen_at"])
    .execute();
  await db.schema
    .createIndex("feedback_event_by_project")
    .on("feedback_event")
    .columns(["project_id", "id"])
    .execute();
  await db.schema
    .createIndex("feedback_event_by_person")
    .on("feedback_event")
    .columns(["project_id", "set_by", "id"])
    .execute();
}
