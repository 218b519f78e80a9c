import "server-only";
import type { Kysely } from "kysely";
import type { StoreSchema } from "../schema.ts";
import { indexFeedbackText } from "./write.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/**
 * Removes items that were marked as deleted on the platform before `before`, with their history, at
 * most `limit` of a project in one transaction. Jobs keep the items' IDs.
 * @param record called before the transaction commits, if it removes something
 * @returns the number of removed items; 0 when none is left
 */
export async function removeDeletedItems(
  query: Kysely<StoreSchema>,
  before: number,
  limit: number,
  record?: (trx: Kysely<StoreSchema>) => Promise<void>,
): Promise<number> {
  const found = await query
    .selectFrom("feedback")
    .select("project_id")
    .where("deleted_at", "<", before)
    .limit(1)
    .executeTakeFirst();
  if (!found) return 0;
  const { project_id: projectId } = found;
  return query.transaction().execute(async (trx) => {
    await lockFeedbackWrites(trx, projectId);
    const rows = await trx
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("deleted_at", "<", before)
      .limit(limit)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    for (const table of ["feedback_state", "feedback_event"] as const) {
      await trx
        .deleteFrom(table)
        .where("project_id", "=", projectId)
        .where("feedback_id", "in", ids)
        .execute();
    }
    await trx
      .deleteFrom("feedback")
      .where("project_id", "=", projectId)
      .where("id", "in", ids)
      .execute();
    await trx
      .updateTable("sync")
      .set((eb) => ({ entries: eb("entries", "-", ids.length) }))
      .where("project_id", "=", projectId)
      .execute();
    await indexFeedbackText(trx);
    await record?.(trx);
    return ids.length;
  });
}
