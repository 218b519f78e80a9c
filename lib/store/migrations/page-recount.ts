import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";

/** Migration 0045: `page_recount`, how far each project's items were counted by the pages that its rules name. */
export async function addPageRecount(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("page_recount")
    .addColumn("project_id", sql`${key}`, (column) => column.primaryKey())
    .addColumn("rules", "text", (column) => column.notNull())
    .addColumn("after_id", sql`${key}`)
    .execute();
}
