import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

/** Adds the team's notes on items, whose changes are announced to open pages. */
export async function addNotes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const instant = bigint(engine);
  await db.schema
    .createTable("feedback_note")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("author_id", sql`${key}`, (column) => column.notNull())
    .addColumn("text", "text")
    .addColumn("created_at", sql`${instant}`, (column) => column.notNull())
    .addColumn("edited_at", sql`${instant}`)
    .addPrimaryKeyConstraint("feedback_note_key", ["project_id", "id"])
    .execute();
  await db.schema
    .createIndex("feedback_note_by_item")
    .on("feedback_note")
    .columns(["project_id", "feedback_id", "created_at", "id"])
    .execute();
  if (engine === "postgres") {
    await raw(
      db,
      `create trigger feedback_note_announced after insert or update or delete on feedback_note
      for each row execute function project_changed('feedback')`,
    );
    return;
  }
  // The row of `project_change` was added with the item.
  for (const [event, row] of Object.entries({ insert: "new", update: "new", delete: "old" })) {
    await raw(
      db,
      `create trigger feedback_note_announced_${event} after ${event} on feedback_note for each row begin
        update project_change set feedback = feedback + 1 where project_id = ${row}.project_id;
      end`,
    );
  }
}
