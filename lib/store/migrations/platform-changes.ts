import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint } from "./column-types.ts";

/** Adds when the platform's status last changed at the earliest, and an index of differing items. */
export async function trackPlatformChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("feedback")
    .addColumn("platform_changed_after", sql`${bigint(engine)}`)
    .execute();
  await sql`create index feedback_differing on feedback (project_id, id)
    where team_status <> platform_status`.execute(db);
}
