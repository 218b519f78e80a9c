import "server-only";
import type { Kysely } from "kysely";

/** Migration 0037: finds the items that were first decided, or resolved, on some days. */
export async function addPaceDays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("feedback_pace_by_day")
    .on("feedback_pace")
    .columns(["project_id", "measure", "day", "feedback_id"])
    .execute();
}
