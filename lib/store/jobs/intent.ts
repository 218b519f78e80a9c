import "server-only";
import { type Insertable, sql } from "kysely";
import { Conflict } from "../../errors.ts";
import { requireFeedback } from "../list/selection.ts";
import type { JobTable } from "../schema/jobs.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { recordEvents } from "./events.ts";
import { markInProgress } from "./mark-in-progress.ts";
import { type ExpectedJob, type JobRow, matchesExpected } from "./write.ts";

/**
 * Inserts a queued job with its feedback, whose pending items become in progress, or returns the row
 * that has its `intent_key`.
 * @param isWritable whether the platform takes statuses
 * @throws {InvalidRequest} if the project doesn't have the feedback; nothing is written then
 */
export function insertIntent(
  db: StoreQuery,
  intent: Insertable<JobTable>,
  feedbackIds: readonly string[],
  isWritable: boolean,
): Promise<{ row: JobRow; created: boolean }> {
  return db.transaction().execute(async (trx) => {
    const row = await writeIntent(trx, intent);
    if (!row) {
      const before = await findIntent(trx, intent);
      if (!before) throw intentKeyTaken();
      return { row: before, created: false };
    }
    await requireFeedback(trx, intent.project_id, feedbackIds);
    await trx
      .insertInto("job_feedback")
      .values(
        feedbackIds.map((id) => ({
          project_id: intent.project_id,
          job_id: intent.id,
          feedback_id: id,
        })),
      )
      .execute();
    await markInProgress(trx, row, isWritable);
    return { row, created: true };
  });
}

/**
 * Inserts a retry of `expected` and marks that job as retried, or returns the row that has its
 * `intent_key`. Returns null and writes nothing if the job changed meanwhile.
 * @throws {Conflict} if the key was used for something else
 */
export function insertRetry(
  db: StoreQuery,
  expected: ExpectedJob,
  intent: Insertable<JobTable>,
  isWritable: boolean,
): Promise<{ row: JobRow; created: boolean } | null> {
  return db.transaction().execute(async (trx) => {
    const at = intent.created_at;
    const marked = await trx
      .updateTable("job")
      .set({ outcome: "retry", outcome_at: at })
      .where(matchesExpected(expected))
      .where("outcome", "is distinct from", "retry")
      .returning("id")
      .executeTakeFirst();
    if (!marked) {
      const row = await findIntent(trx, intent);
      return row?.retry_of === expected.id ? { row, created: false } : null;
    }
    const row = await writeIntent(trx, intent);
    // The key was used for something else. Throwing rolls the outcome back.
    if (!row) throw intentKeyTaken();
    await sql`insert into job_feedback (project_id, job_id, feedback_id)
      select project_id, ${intent.id}, feedback_id from job_feedback
      where project_id = ${expected.project_id} and job_id = ${expected.id}`.execute(trx);
    const detail = { outcome: "retry", retry: intent.id, by: intent.by_name ?? null };
    await recordEvents(trx, expected, at, [{ kind: "outcome", detail }]);
    await markInProgress(trx, row, isWritable);
    return { row, created: true };
  });
}

async function writeIntent(
  trx: StoreQuery,
  intent: Insertable<JobTable>,
): Promise<JobRow | undefined> {
  const row = await trx
    .insertInto("job")
    .values(intent)
    .onConflict((conflict) => conflict.columns(["project_id", "intent_key"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) {
    const detail = { retryOf: row.retry_of, by: row.by_name };
    await recordEvents(trx, row, row.created_at, [{ kind: "created", detail }]);
  }
  return row;
}

function findIntent(
  db: StoreQuery,
  intent: Pick<JobRow, "project_id" | "intent_key">,
): Promise<JobRow | undefined> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("project_id", "=", intent.project_id)
    .where("intent_key", "=", intent.intent_key)
    .executeTakeFirst();
}

/** Returns the error for an intent key that was used for something else. */
export function intentKeyTaken(): Conflict {
  return new Conflict(
    "This draft was already sent with another prompt or selection. Nothing more was sent. " +
      "Close the draft and start again.",
  );
}
