import "server-only";
import type { ExpressionBuilder, Selectable } from "kysely";
import { ledgerStatesThat } from "../../contract/api/job-states.ts";
import { storable } from "../../text/storable.ts";
import type { JobTable } from "../schema/jobs.ts";
import type { StoreQuery, StoreSchema } from "../schema/schema.ts";
import { type NewJobEvent, recordEvents } from "./events.ts";

export type JobRow = Selectable<JobTable>;

/** A change of a job after it was queued. */
export type JobChange = Partial<Omit<JobRow, "id" | "project_id" | "intent_key" | "prompt">>;

/** A row as it was read; a change is skipped if it changed since. */
export type ExpectedJob = Pick<JobRow, "id" | "project_id" | "state" | "next_poll_at">;

/** Events to write with a change, and when they happened. */
export interface EventBatch {
  at: number;
  events: readonly NewJobEvent[];
}

/**
 * Changes the row if it is still as expected.
 * @param batch.outcomeWas skips the change if the outcome is another one by now
 * @returns whether it was changed
 */
export async function changeJob(
  db: StoreQuery,
  expected: ExpectedJob,
  change: JobChange,
  batch?: EventBatch & Partial<{ outcomeWas: JobRow["outcome"] }>,
): Promise<boolean> {
  const outcome = batch?.outcomeWas;
  const update = async (trx: StoreQuery) => {
    const { numUpdatedRows } = await trx
      .updateTable("job")
      .set(storableChange(change))
      .where(matchesExpected(expected))
      .$if(outcome !== undefined, (rest) =>
        rest.where("outcome", "is not distinct from", outcome ?? null),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  // Most polls change nothing and need no transaction.
  if (!batch || batch.events.length === 0) return update(db);
  return db.transaction().execute(async (trx) => {
    const changed = await update(trx);
    if (changed) await recordEvents(trx, expected, batch.at, batch.events);
    return changed;
  });
}

/**
 * Records the platform's answer to the job's one POST, also if the answer was given up as lost
 * meanwhile. If a person linked the job by then, the answer is only added to the history. If another job
 * has the ID that the platform answered with, the row becomes unconfirmed.
 */
export async function recordAnswer(
  db: StoreQuery,
  row: ExpectedJob,
  change: JobChange,
  batch: EventBatch,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const record = async (known: JobChange) => {
      const { numUpdatedRows } = await trx
        .updateTable("job")
        .set(storableChange(known))
        .where("id", "=", row.id)
        .where("state", "in", ["sending", ...ledgerStatesThat("outcomeUncertain")])
        .where("platform_job_id", "is", null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    };
    const platformJobId = change.platform_job_id;
    const claim = platformJobId ? await claimPlatformId(trx, row, platformJobId) : null;
    if (claim && claim.holder !== row.id) {
      const events: NewJobEvent[] = [{ kind: "unconfirmed", detail: { problem: ID_TAKEN } }];
      if (await record(UNCONFIRMED)) await recordEvents(trx, row, batch.at, events);
    } else if (await record(change)) {
      await recordEvents(trx, row, batch.at, batch.events);
    } else if (platformJobId) {
      if (claim?.isNew) await releasePlatformId(trx, row, platformJobId);
      await recordEvents(trx, row, batch.at, [{ kind: "late_answer", detail: { platformJobId } }]);
    }
  });
}

const ID_TAKEN =
  "The platform returned the ID of another job, so this job may or may not exist. " +
  "Check the platform before you retry.";
const UNCONFIRMED: JobChange = { state: "unconfirmed", problem: ID_TAKEN, next_poll_at: null };

/**
 * Records the platform job that a person linked to the row.
 * @returns the other job that has this platform job ID, or whether the row was still as expected
 */
export function recordFound(
  db: StoreQuery,
  expected: ExpectedJob,
  platformJobId: string,
  change: JobChange,
  batch: EventBatch,
): Promise<{ changed: boolean } | { takenBy: string }> {
  return db
    .transaction()
    .execute(async (trx) => {
      const { holder } = await claimPlatformId(trx, expected, platformJobId);
      if (holder !== expected.id) return { takenBy: holder };
      const { numUpdatedRows } = await trx
        .updateTable("job")
        .set(storableChange({ ...change, platform_job_id: platformJobId }))
        .where(matchesExpected(expected))
        .where("platform_job_id", "is", null)
        .executeTakeFirst();
      // The job changed meanwhile. Throwing rolls the claim on the ID back.
      if (numUpdatedRows === 0n) throw new ChangedMeanwhile();
      await recordEvents(trx, expected, batch.at, batch.events);
      return { changed: true };
    })
    .catch((error: unknown) => {
      if (error instanceof ChangedMeanwhile) return { changed: false };
      throw error;
    });
}

class ChangedMeanwhile extends Error {}

/** The row that has a platform job ID. */
interface PlatformIdClaim {
  holder: string;
  /** Whether this transaction assigned it. */
  isNew: boolean;
}

/**
 * Assigns the platform job ID to the row, unless another row has it. Waits for another transaction that
 * is assigning it, so that two rows never both get it.
 */
async function claimPlatformId(
  trx: StoreQuery,
  row: { id: string; project_id: string },
  platformJobId: string,
): Promise<PlatformIdClaim> {
  const id = storable(platformJobId);
  const inserted = await trx
    .insertInto("job_platform_id")
    .values({ project_id: row.project_id, platform_job_id: id, job_id: row.id })
    .onConflict((conflict) => conflict.columns(["project_id", "platform_job_id"]).doNothing())
    .returning("job_id")
    .executeTakeFirst();
  if (inserted) return { holder: row.id, isNew: true };
  const { job_id: holder } = await trx
    .selectFrom("job_platform_id")
    .select("job_id")
    .where("project_id", "=", row.project_id)
    .where("platform_job_id", "=", id)
    .executeTakeFirstOrThrow();
  return { holder, isNew: false };
}

async function releasePlatformId(
  trx: StoreQuery,
  row: { id: string; project_id: string },
  platformJobId: string,
): Promise<void> {
  await trx
    .deleteFrom("job_platform_id")
    .where("project_id", "=", row.project_id)
    .where("platform_job_id", "=", storable(platformJobId))
    .where("job_id", "=", row.id)
    .execute();
}

/** The condition that the row is still as expected. */
export function matchesExpected({ id, state, next_poll_at }: ExpectedJob) {
  return (eb: ExpressionBuilder<StoreSchema, "job">) =>
    eb.and([
      eb("id", "=", id),
      eb("state", "=", state),
      eb("next_poll_at", "is not distinct from", next_poll_at),
    ]);
}

/** Removes what neither engine can store from the platform's texts. */
export function storableChange(change: JobChange): JobChange {
  const cleaned = Object.entries(change).map(([name, value]) => [
    name,
    typeof value === "string" ? storable(value) : value,
  ]);
  return Object.fromEntries(cleaned);
}
