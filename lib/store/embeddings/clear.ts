import "server-only";
import type { Transaction } from "kysely";
import type { StoreQuery, StoreSchema } from "../schema/schema.ts";

/** Items per transaction, so that other writers don't wait long. */
const ITEMS_PER_TRANSACTION = 2_000;

/**
 * Removes some of the vectors and what was listed for them, in one transaction.
 * @param isOff whether no service is set up anymore
 */
export async function clearSomeEmbeddings(
  query: StoreQuery,
  confirm: (trx: Transaction<StoreSchema>) => Promise<void>,
  isOff: boolean,
): Promise<void> {
  await query.transaction().execute(async (trx) => {
    await confirm(trx);
    for (const table of ["embedding_vector", "embedding_pending", "embedding_scan"] as const) {
      await trx.deleteFrom(table).execute();
    }
    const items = await trx
      .selectFrom("embedding_item")
      .select(["project_id", "feedback_id"])
      .limit(ITEMS_PER_TRANSACTION)
      .execute();
    for (const [projectId, rows] of Map.groupBy(items, (row) => row.project_id)) {
      await trx
        .deleteFrom("embedding_item")
        .where("project_id", "=", projectId)
        .where(
          "feedback_id",
          "in",
          rows.map((row) => row.feedback_id),
        )
        .execute();
    }
    if (items.length === ITEMS_PER_TRANSACTION) return;
    if (!isOff) {
      await trx.updateTable("embedding_state").set({ is_clearing: 0 }).execute();
      return;
    }
    await trx.deleteFrom("embedding_queue").execute();
    await trx.deleteFrom("embedding_state").execute();
  });
}
