import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";

/** Migration 0041: an item can be restored from suspected noise with several texts, one after the other. */
export async function keepRestoredTexts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("feedback_restored_text")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("noise_key", "text", (column) => column.notNull())
    .addColumn("change", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_restored_text_of", [
      ...(["project_id", "feedback_id", "noise_key"] as const),
    ])
    .execute();
  await sql`insert into feedback_restored_text (project_id, feedback_id, noise_key, change)
    select project_id, feedback_id, noise_key, change from feedback_not_noise`.execute(db);
  await db.schema.dropTable("feedback_not_noise").execute();
  await db.schema.alterTable("feedback_restored_text").renameTo("feedback_not_noise").execute();
  await db.schema
    .createIndex("feedback_not_noise_by_key")
    .on("feedback_not_noise")
    .columns(["project_id", "noise_key"])
    .execute();
}
