import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";

/** Adds why the team dismissed an item. The history has these changes as well. */
export async function addDismissalReasons(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const column of ["dismissal_reason", "reason_change"]) {
    await db.schema
      .alterTable("feedback_state")
      .addColumn(column, sql`${binaryText(engine)}`)
      .execute();
  }
  await sql`create index feedback_state_by_reason
    on feedback_state (project_id, dismissal_reason, feedback_id)
    where dismissal_reason is not null`.execute(db);
  await sql`create index feedback_state_by_reason_change on feedback_state (project_id, reason_change)
    where reason_change is not null`.execute(db);
}
