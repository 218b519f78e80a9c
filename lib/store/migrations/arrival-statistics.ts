import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";

/**
 * Sets what SQLite's planner knows about the index by arrival, as migration 0003 does for the others. Without it, the
 * planner took that index for the best one to find a project's few items with a contact.
 */
export async function fixArrivalStatistics(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "postgres") return;
  await sql`delete from sqlite_stat1 where idx = 'feedback_by_arrival'`.execute(db);
  await sql`insert into sqlite_stat1 (tbl, idx, stat)
    values ('feedback', 'feedback_by_arrival', '100000 100000 10')`.execute(db);
  await sql`analyze sqlite_schema`.execute(db);
}
