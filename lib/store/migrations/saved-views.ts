import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

/** Adds saved views, whose changes are announced to open pages, and how each person arranges them. */
export async function addSavedViews(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("saved_view")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("id", sql`${key}`, (column) => column.notNull())
    .addColumn("owner_id", sql`${key}`)
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("query", "text", (column) => column.notNull())
    .addColumn("layout", "text")
    .addColumn("created_at", sql`${bigint(engine)}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("saved_view_key", ["project_id", "id"])
    .execute();
  await db.schema
    .createTable("view_arrangement")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("person_id", sql`${key}`, (column) => column.notNull())
    .addColumn("view_order", "text", (column) => column.notNull())
    .addColumn("default_id", sql`${key}`)
    .addPrimaryKeyConstraint("view_arrangement_key", ["project_id", "person_id"])
    .execute();
  if (engine === "postgres") {
    await raw(
      db,
      `create trigger saved_view_announced after insert or update or delete on saved_view
      for each row execute function project_changed('feedback')`,
    );
    return;
  }
  // The row of `project_change` was added with the first item.
  for (const [event, row] of Object.entries({ insert: "new", update: "new", delete: "old" })) {
    await raw(
      db,
      `create trigger saved_view_announced_${event} after ${event} on saved_view for each row begin
        update project_change set feedback = feedback + 1 where project_id = ${row}.project_id;
      end`,
    );
  }
}
