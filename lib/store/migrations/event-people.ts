import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";

/** Migration 0047: who made each change of an item, as two people can have one name. Earlier changes only have a name. */
export async function addEventPeople(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("feedback_event")
    .addColumn("set_by_id", sql`${binaryText(engine)}`)
    .execute();
}
