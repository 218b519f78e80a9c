import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";

/**
 * Adds what a job's polls found: since when the platform doesn't know it, when its answer last changed,
 * and when it was last asked. Also adds the operations that a platform doesn't support.
 */
export async function addJobChecks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const instant = bigint(engine);
  for (const column of ["missing_since", "deleted_at", "changed_at", "asked_at"]) {
    await db.schema.alterTable("job").addColumn(column, sql`${instant}`).execute();
  }
  await db.schema.alterTable("job").addColumn("link_text", "text").execute();
  await sql`update job set changed_at = began_at where state = 'sent'`.execute(db);
  // Until now, one 404 ended the polls of a job for good.
  await sql`update job set missing_since = coalesce(last_polled_at, created_at),
      deleted_at = coalesce(last_polled_at, created_at), problem = null
    where platform_job_id is not null and settled_at is null and next_poll_at is null`.execute(db);
  await db.schema.createIndex("job_by_request").on("job").column("asked_at").execute();
  const key = binaryText(engine);
  await db.schema
    .createTable("unsupported_operation")
    .addColumn("platform", sql`${key}`, (column) => column.notNull())
    .addColumn("operation", sql`${key}`, (column) => column.notNull())
    .addColumn("found_at", sql`${instant}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("unsupported_operation_key", ["platform", "operation"])
    .execute();
}
