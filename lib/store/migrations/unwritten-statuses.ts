import "server-only";
import { type Kysely, sql } from "kysely";

/** Migration 0048: finds the statuses that the platform doesn't have yet without reading the decisions of two days. */
export async function indexUnwrittenStatuses(db: Kysely<unknown>): Promise<void> {
  await sql`create index decision_unwritten on decision (project_id, applied_at)
    where unwritten is not null`.execute(db);
}
