import "server-only";
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { VALUE_TABLES } from "../schema/decisions.ts";
import type { StoreQuery, StoreSchema } from "../schema/schema.ts";
import { feedbackTransaction, indexFeedbackText } from "../write/write-lock.ts";

/** The items that a change is for. */
type ItemCondition = (
  eb: ExpressionBuilder<StoreSchema, "feedback">,
) => ExpressionWrapper<StoreSchema, "feedback", SqlBool>;

/**
 * Runs `change` in a transaction with items of one project that match, for a change that is made in small
 * steps.
 * @param limit most items of one step
 * @param record called before the transaction commits, if there are items
 * @returns the number of items; 0 when none is left
 */
export async function changeSomeItems(
  query: StoreQuery,
  matches: ItemCondition,
  limit: number,
  change: (trx: StoreQuery, projectId: string, ids: string[]) => Promise<unknown>,
  record?: (trx: StoreQuery) => Promise<void>,
): Promise<number> {
  const matching = (db: StoreQuery) => db.selectFrom("feedback").where(matches);
  const found = await matching(query).select("project_id").limit(1).executeTakeFirst();
  if (!found) return 0;
  const { project_id: projectId } = found;
  return feedbackTransaction(query, projectId, async (trx) => {
    const rows = await matching(trx)
      .select("id")
      .where("project_id", "=", projectId)
      .limit(limit)
      .execute();
    if (rows.length === 0) return 0;
    await change(
      trx,
      projectId,
      rows.map(({ id }) => id),
    );
    await record?.(trx);
    return rows.length;
  });
}

/**
 * Removes items that were marked as deleted on the platform before `before`, with their history, at
 * most `limit` of a project in one transaction.
 * @param record called before the transaction commits, if it removes something
 * @returns the number of removed items; 0 when none is left
 */
export function removeDeletedItems(
  query: StoreQuery,
  before: number,
  limit: number,
  record?: (trx: StoreQuery) => Promise<void>,
): Promise<number> {
  return changeSomeItems(query, (eb) => eb("deleted_at", "<", before), limit, removeItems, record);
}

/**
 * Removes items with their history, notes, notifications, and verdicts, and the skipped items that have their IDs. Jobs
 * keep the IDs. The transaction must begin with `lockFeedbackWrites`.
 * @returns the number of removed items
 */
export async function removeItems(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<number> {
  let removed = 0;
  for (const chunk of chunks(ids)) {
    for (const table of [
      ...VALUE_TABLES,
      "feedback_note",
      "feedback_event",
      "wait_time",
      "notification",
      "reader_message",
      "job_verdict",
    ] as const) {
      await trx
        .deleteFrom(table)
        .where("project_id", "=", projectId)
        .where("feedback_id", "in", chunk)
        .execute();
    }
    await forgetNotSimilar(trx, projectId, chunk);
    await trx
      .deleteFrom("quarantine")
      .where("project_id", "=", projectId)
      .where("entry_id", "in", chunk)
      .execute();
    const { numDeletedRows } = await trx
      .deleteFrom("feedback")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .executeTakeFirst();
    removed += Number(numDeletedRows);
  }
  await trx
    .updateTable("sync")
    .set((eb) => ({ entries: eb("entries", "-", removed) }))
    .where("project_id", "=", projectId)
    .execute();
  await indexFeedbackText(trx);
  return removed;
}

/** Forgets that others aren't similar to items that are removed. A trigger forgets the rest. */
async function forgetNotSimilar(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom("feedback_not_similar")
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", (eb) =>
      eb
        .selectFrom("feedback_not_similar")
        .select("other_id")
        .where("project_id", "=", projectId)
        .where("feedback_id", "in", ids),
    )
    .where("other_id", "in", ids)
    .execute();
}
