import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";

/** Migration 0036: who set an item's status, so that they hear of recurrences. Earlier decisions only have a name. */
export async function addDeciders(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("feedback_state")
    .addColumn("set_by_id", sql`${binaryText(engine)}`)
    .execute();
}
