import "server-only";
import type { StoreQuery } from "../schema/schema.ts";
import { isFirstOfKind, recordEvents } from "./events.ts";
import { type NewPersonCommit, recordTrimmed } from "./person-commits.ts";
import { type EventBatch, type JobChange, storableChange } from "./write.ts";

interface RequestedJob {
  id: string;
  project_id: string;
}

/** The effects of a request that the platform carried out. */
export interface CarriedOut extends EventBatch {
  change: JobChange;
  /** Whether the events are written only if the job has none of their kind. */
  once: boolean;
  /** The parts of a change that someone left out, for later prompts. */
  trimmed: readonly Omit<NewPersonCommit, "kind" | "parent_id">[];
}

/**
 * Records a person's request to the platform about a job before it is sent, unless another one is in progress.
 * @param resumeAt when another process completes it if this one can't
 */
export async function request(
  db: StoreQuery,
  job: RequestedJob,
  requested: string,
  resumeAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("job")
    .set({ requested, next_poll_at: resumeAt })
    .where("id", "=", job.id)
    .where("requested", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records once that the platform carried out a request, and schedules a poll. */
export function recordCarriedOut(
  db: StoreQuery,
  job: RequestedJob,
  requested: string,
  { change, at, events, once, trimmed }: CarriedOut,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("job")
      .set({ ...storableChange(change), requested: null, next_poll_at: at })
      .where("id", "=", job.id)
      .where("requested", "=", requested)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordTrimmed(trx, trimmed);
    for (const event of events) {
      if (!once || (await isFirstOfKind(trx, job, event.kind))) {
        await recordEvents(trx, job, at, [event]);
      }
    }
  });
}

/** Deletes a request that the platform rejected, and schedules a poll. */
export async function dropRequest(
  db: StoreQuery,
  job: RequestedJob,
  requested: string,
  at: number,
): Promise<void> {
  await db
    .updateTable("job")
    .set({ requested: null, next_poll_at: at })
    .where("id", "=", job.id)
    .where("requested", "=", requested)
    .execute();
}
