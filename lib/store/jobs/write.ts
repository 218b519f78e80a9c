import "server-only";
import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import { stripNul } from "../../database/dialect.ts";
import type { JobTable, StoreSchema } from "../schema.ts";
import { type NewJobEvent, recordEvents } from "./events.ts";

export type JobRow = Selectable<JobTable>;

/** What changes once a job's intent is written. */
export type JobChange = Partial<Omit<JobRow, "id" | "project_id" | "intent_key" | "prompt">>;

/** A row as it was when somebody decided to act on it; the change loses if it is no longer so. */
export type ExpectedJob = Pick<JobRow, "id" | "project_id" | "state" | "next_poll_at">;

/** What batch with a change, and when. */
export interface EventBatch {
  at: number;
  events: readonly NewJobEvent[];
}

/** Changes the row if it still stands as witnessed. @returns whether it did */
export async function changeJob(
  db: Kysely<StoreSchema>,
  expected: ExpectedJob,
  change: JobChange,
  batch?: EventBatch,
): Promise<boolean> {
  const update = async (trx: Kysely<StoreSchema>) => {
    const { numUpdatedRows } = await trx
      .updateTable("job")
      .set(kept(change))
      .where(standing(expected))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  // Most polls bring nothing new; they need no transaction.
  if (!batch || batch.events.length === 0) return update(db);
  return db.transaction().execute(async (trx) => {
    const changed = await update(trx);
    if (changed) await recordEvents(trx, expected, batch.at, batch.events);
    return changed;
  });
}

/**
 * Records what the platform answered to the one request that was sent for this row, also if the
 * answer was given up meanwhile: a late answer is still the truth. Where a person has said by then
 * which job it is, the answer is only added to the history.
 */
export async function recordAnswer(
  db: Kysely<StoreSchema>,
  row: ExpectedJob,
  change: JobChange,
  batch: EventBatch,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("job")
      .set(kept(change))
      .where("id", "=", row.id)
      .where("state", "in", ["sending", "unknown", "not_created"])
      .where("platform_job_id", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) {
      if (change.platform_job_id) await claimPlatformId(trx, row, change.platform_job_id);
      await recordEvents(trx, row, batch.at, batch.events);
    } else if (change.platform_job_id) {
      const detail = { platformJobId: change.platform_job_id };
      await recordEvents(trx, row, batch.at, [{ kind: "late_answer", detail }]);
    }
  });
}

/**
 * Records that a person found the row's job on the platform.
 * @returns the job of the ledger that already is that one, or whether the row stood as witnessed
 */
export function recordFound(
  db: Kysely<StoreSchema>,
  expected: ExpectedJob,
  platformJobId: string,
  change: JobChange,
  batch: EventBatch,
): Promise<{ changed: boolean } | { takenBy: string }> {
  return db
    .transaction()
    .execute(async (trx) => {
      const holder = await claimPlatformId(trx, expected, platformJobId);
      if (holder !== expected.id) return { takenBy: holder };
      const { numUpdatedRows } = await trx
        .updateTable("job")
        .set(kept({ ...change, platform_job_id: platformJobId }))
        .where(standing(expected))
        .where("platform_job_id", "is", null)
        .executeTakeFirst();
      // Somebody was faster; the claim stays harmless only if it is theirs, too.
      if (numUpdatedRows === 0n) throw new Overtaken();
      await recordEvents(trx, expected, batch.at, batch.events);
      return { changed: true };
    })
    .catch((error: unknown) => {
      if (error instanceof Overtaken) return { changed: false };
      throw error;
    });
}

class Overtaken extends Error {}

/** Takes the platform's id for the row; the first to take it keeps it. @returns who has it */
async function claimPlatformId(
  trx: Kysely<StoreSchema>,
  row: { id: string; project_id: string },
  platformJobId: string,
): Promise<string> {
  const id = stripNul(platformJobId).toWellFormed();
  const held = await trx
    .insertInto("job_platform_id")
    .values({ project_id: row.project_id, platform_job_id: id, job_id: row.id })
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "platform_job_id"])
        .doUpdateSet((eb) => ({ platform_job_id: eb.ref("excluded.platform_job_id") })),
    )
    .returning("job_id")
    .executeTakeFirstOrThrow();
  return held.job_id;
}

/** The condition that the row is as it was. */
export function standing({ id, state, next_poll_at }: ExpectedJob) {
  return (eb: ExpressionBuilder<StoreSchema, "job">) =>
    eb.and([
      eb("id", "=", id),
      eb("state", "=", state),
      eb("next_poll_at", "is not distinct from", next_poll_at),
    ]);
}

/** Texts of the platform as either engine can keep them. */
function kept(change: JobChange): JobChange {
  const cleaned = Object.entries(change).map(([name, value]) => [
    name,
    typeof value === "string" ? stripNul(value).toWellFormed() : value,
  ]);
  return Object.fromEntries(cleaned);
}
