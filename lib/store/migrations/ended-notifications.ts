import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";

/** Migration 0040: notifications that a decision ended are kept, so that they are back when it is undone. */
export async function keepEndedNotifications(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("notification")
    .addColumn("ended_by", sql`${binaryText(engine)}`)
    .execute();
  await db.schema
    .createIndex("notification_ended")
    .on("notification")
    .columns(["project_id", "ended_by"])
    .where(sql.ref("ended_by"), "is not", null)
    .execute();
}
