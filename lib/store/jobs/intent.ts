import "server-only";
import { type Insertable, type Kysely, sql } from "kysely";
import { Conflict } from "../../errors.ts";
import { requireFeedback } from "../feedback/selection.ts";
import type { JobTable, StoreSchema } from "../schema.ts";
import { recordEvents } from "./events.ts";
import { type ExpectedJob, type JobRow, standing } from "./write.ts";

/**
 * Writes an intent and what it is about, or finds the row that has its `intent_key`.
 * @throws {InvalidRequest} for feedback that the project does not have; nothing is written then
 */
export function insertIntent(
  db: Kysely<StoreSchema>,
  intent: Insertable<JobTable>,
  feedbackIds: readonly string[],
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
    return { row, created: true };
  });
}

/**
 * Writes the intent that repeats the job of `expected`, and that the job was repeated; or finds the
 * row that has its `intent_key`. Null where the job is no longer as witnessed: nothing is written.
 * @throws {Conflict} where the key stands for something else
 */
export function insertRetry(
  db: Kysely<StoreSchema>,
  expected: ExpectedJob,
  intent: Insertable<JobTable>,
): Promise<{ row: JobRow; created: boolean } | null> {
  return db.transaction().execute(async (trx) => {
    const at = intent.created_at;
    const resolved = await trx
      .updateTable("job")
      .set({ resolution: "again", resolved_at: at })
      .where(standing(expected))
      .where("resolution", "is distinct from", "again")
      .returning("id")
      .executeTakeFirst();
    if (!resolved) {
      const row = await findIntent(trx, intent);
      return row?.retry_of === expected.id ? { row, created: false } : null;
    }
    const row = await writeIntent(trx, intent);
    // The key was used for something else: what was just resolved is taken back.
    if (!row) throw intentKeyTaken();
    await sql`insert into job_feedback (project_id, job_id, feedback_id)
      select project_id, ${intent.id}, feedback_id from job_feedback
      where project_id = ${expected.project_id} and job_id = ${expected.id}`.execute(trx);
    const detail = { outcome: "again", retry: intent.id, by: intent.by_name ?? null };
    await recordEvents(trx, expected, at, [{ kind: "resolution", detail }]);
    return { row, created: true };
  });
}

async function writeIntent(
  trx: Kysely<StoreSchema>,
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
  db: Kysely<StoreSchema>,
  intent: Pick<JobRow, "project_id" | "intent_key">,
): Promise<JobRow | undefined> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("project_id", "=", intent.project_id)
    .where("intent_key", "=", intent.intent_key)
    .executeTakeFirst();
}

/** For an intent key that stands for something else already. */
export function intentKeyTaken(): Conflict {
  return new Conflict(
    "This intent was already used for another prompt or selection. Nothing was sent. " +
      "Close the draft and start it again.",
  );
}
