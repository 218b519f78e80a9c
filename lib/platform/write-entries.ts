import "server-only";
import { type Insertable, sql, type Transaction } from "kysely";
import { saveRevision } from "./feed.ts";
import type { PlatformEntryTable } from "./schema/entries.ts";
import type { PlatformSchema } from "./schema/schema.ts";

/**
 * Adds entries with the next revisions, and replaces those with the same IDs.
 * @param last what `lockRevision` returned at the start of the transaction
 */
export async function writeEntries(
  trx: Transaction<PlatformSchema>,
  projectId: string,
  last: number,
  rows: readonly Omit<Insertable<PlatformEntryTable>, "revision">[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto("platform_entry")
    .values(rows.map((row, index) => ({ ...row, revision: last + index + 1 })))
    .onConflict((conflict) =>
      conflict.columns(["project_id", "id"]).doUpdateSet(({ ref }) => ({
        source: ref("excluded.source"),
        status: ref("excluded.status"),
        status_by_team: sql<number>`case when platform_entry.status = excluded.status
          then platform_entry.status_by_team else 0 end`,
        created_at: ref("excluded.created_at"),
        sort_at: ref("excluded.sort_at"),
        entry: ref("excluded.entry"),
        revision: ref("excluded.revision"),
      })),
    )
    .execute();
  await trx
    .deleteFrom("platform_deletion")
    .where("project_id", "=", projectId)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  await saveRevision(trx, projectId, last + rows.length);
}
