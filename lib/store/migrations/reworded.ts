import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint } from "./column-types.ts";

/** Migration 0049: which items came back because their reader added to them, and what these said before and after. */
export async function addReworded(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable("feedback")
    .addColumn("reworded_at", sql`${bigint(engine)}`)
    .execute();
  await schema.alterTable("feedback_state").addColumn("reopened_from", "text").execute();
  await schema.alterTable("feedback_event").addColumn("texts", "text").execute();
}
