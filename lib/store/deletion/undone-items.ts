import "server-only";
import { chunks } from "../../database/chunks.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { recordRemoval } from "../sync/feed-store.ts";
import { distinctIds } from "../write/deleted-items.ts";
import { feedbackTransaction } from "../write/write-lock.ts";
import { removeItems } from "./remove-items.ts";

/**
 * Returns those of the items that the team has worked on: someone decided about them or wrote a note, an
 * agent job has them, or a message to their reader was opened.
 */
export async function workedOn(
  query: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const chunk of chunks(distinctIds(ids))) {
    const decided = query
      .selectFrom("feedback_event")
      .select("feedback_id")
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", chunk)
      .where("set_by_name", "is not", null);
    const others = (["feedback_note", "job_feedback", "reader_message"] as const).map((table) =>
      query
        .selectFrom(table)
        .select("feedback_id")
        .where("project_id", "=", projectId)
        .where("feedback_id", "in", chunk),
    );
    const rows = await Promise.all([decided, ...others].map((each) => each.execute()));
    for (const { feedback_id: id } of rows.flat()) found.add(id);
  }
  return found;
}

/**
 * Removes items with their history, except those that the team has worked on. Unlike deleted items, they
 * come back with another import.
 */
export async function removeUntouched(
  query: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  await feedbackTransaction(query, projectId, async (trx) => {
    await recordRemoval(trx, projectId);
    const kept = await workedOn(trx, projectId, ids);
    await removeItems(
      trx,
      projectId,
      distinctIds(ids).filter((id) => !kept.has(id)),
    );
  });
}
