import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";

/** Adds the IDs of items that someone deleted. */
export async function addDeletedItems(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const [key, instant] = [binaryText(engine), bigint(engine)];
  await db.schema
    .createTable("deleted_item")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("id", sql`${key}`, (column) => column.notNull())
    .addColumn("deleted_at", sql`${instant}`, (column) => column.notNull())
    .addColumn("first_seen_at", sql`${instant}`, (column) => column.notNull())
    .addColumn("observed_at", sql`${instant}`, (column) => column.notNull())
    .addColumn("is_on_platform", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("deleted_item_key", ["project_id", "id"])
    .execute();
}
