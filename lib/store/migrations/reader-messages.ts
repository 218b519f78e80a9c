import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

/** Adds the messages to readers that were opened, which are announced to open pages. */
export async function addReaderMessages(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("reader_message")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("job_id", sql`${key}`, (column) => column.notNull())
    .addColumn("opened_at", sql`${bigint(engine)}`, (column) => column.notNull())
    .addColumn("by_name", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("reader_message_key", ["project_id", "feedback_id"])
    .execute();
  if (engine === "postgres") {
    await raw(
      db,
      `create trigger reader_message_announced after insert or update or delete on reader_message
      for each row execute function project_changed('jobs')`,
    );
    return;
  }
  // The row of `project_change` was added with the item.
  for (const [event, row] of Object.entries({ insert: "new", update: "new", delete: "old" })) {
    await raw(
      db,
      `create trigger reader_message_announced_${event} after ${event} on reader_message for each row begin
        update project_change set jobs = jobs + 1 where project_id = ${row}.project_id;
      end`,
    );
  }
}
