import "server-only";
import { advisoryLock } from "../../database/dialect.ts";
import { indexQueuedText } from "../../database/text-index.ts";
import type { StoreQuery } from "../schema/schema.ts";

/**
 * Runs `work` in a transaction that is the only one to write the project's feedback, and indexes the texts that it
 * changed. `work` may run more than once.
 */
export function feedbackTransaction<Result>(
  query: StoreQuery,
  projectId: string,
  work: (trx: StoreQuery) => Promise<Result>,
): Promise<Result> {
  return query.transaction().execute(async (trx) => {
    await lockFeedbackWrites(trx, projectId);
    const result = await work(trx);
    await indexFeedbackText(trx);
    return result;
  });
}

/**
 * Makes this the only transaction that writes the project's feedback. Every transaction that does is a
 * `feedbackTransaction`, or calls this first: items and counts are locked as they are written, and two transactions
 * that lock them in different orders would deadlock.
 */
export function lockFeedbackWrites(trx: StoreQuery, projectId: string): Promise<void> {
  return advisoryLock(trx, `errata feedback ${projectId}`);
}

/** Makes this the only transaction that writes feedback of any project. */
export async function lockAllFeedback(trx: StoreQuery): Promise<void> {
  const projects = await trx.selectFrom("facet_group").select("project_id").distinct().execute();
  // In one order, so that two of these transactions can't deadlock.
  for (const projectId of projects.map((row) => row.project_id).sort()) {
    await lockFeedbackWrites(trx, projectId);
  }
}

/**
 * Indexes the text of the items that were written. Every transaction that writes `feedback` without being a
 * `feedbackTransaction` must end with this; otherwise searches miss its changes until the next such transaction.
 */
export async function indexFeedbackText(trx: StoreQuery): Promise<void> {
  await indexQueuedText(
    trx,
    "feedback_index",
    `select fact.key, feedback.search_text as text from feedback_index as fact
      join feedback on feedback.project_id = fact.project_id and feedback.id = fact.id`,
  );
}
