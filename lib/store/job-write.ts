import "server-only";
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { storable } from "../database/dialect.ts";
import { requireFeedback } from "./feedback-selection.ts";
import type { JobTable, StoreSchema } from "./schema.ts";

export type JobRow = Selectable<JobTable>;

/** What changes once a job's intent is written. */
export type JobChange = Partial<Omit<JobRow, "id" | "project_id" | "intent_key" | "prompt">>;

/** A row as it was when somebody decided to act on it; the change loses if it is no longer so. */
export type JobWitness = Pick<JobRow, "id" | "state" | "next_poll_at">;

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
    const row = await trx
      .insertInto("job")
      .values(intent)
      .onConflict((conflict) => conflict.columns(["project_id", "intent_key"]).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return { row: await rowOfIntent(trx, intent), created: false };
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

/** Changes the row if it still stands as witnessed. @returns whether it did */
export async function changeJob(
  db: Kysely<StoreSchema>,
  witness: JobWitness,
  change: JobChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set(kept(change))
    .where("id", "=", witness.id)
    .where("state", "=", witness.state)
    .where("next_poll_at", sql`is not distinct from`, witness.next_poll_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Records what the platform answered to the one request that was sent for this row, also if the
 * answer was given up meanwhile: a late answer is still the truth.
 */
export async function recordAnswer(
  db: Kysely<StoreSchema>,
  id: string,
  change: JobChange,
): Promise<void> {
  await db
    .updateTable("job")
    .set(kept(change))
    .where("id", "=", id)
    .where("state", "in", ["sending", "unknown"])
    .where("platform_job_id", "is", null)
    .execute();
}

function rowOfIntent(
  db: Kysely<StoreSchema>,
  intent: Pick<JobRow, "project_id" | "intent_key">,
): Promise<JobRow> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("project_id", "=", intent.project_id)
    .where("intent_key", "=", intent.intent_key)
    .executeTakeFirstOrThrow();
}

/** Texts of the platform as either engine can keep them. */
function kept(change: JobChange): JobChange {
  const cleaned = Object.entries(change).map(([name, value]) => [
    name,
    typeof value === "string" ? storable(value).toWellFormed() : value,
  ]);
  return Object.fromEntries(cleaned);
}
