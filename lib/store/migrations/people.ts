import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";

/** Migration 0005: who created jobs and wrote follow-ups. */
export async function jobPeople(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("job")
    .addColumn("by_id", sql`${binaryText(engine)}`)
    .execute();
  await db.schema.alterTable("job").addColumn("by_name", "text").execute();
  await db.schema.alterTable("job_message").addColumn("by_name", "text").execute();
}
