import "server-only";
import type { JobEvent, JobEventKind } from "../../contract/api/jobs.ts";
import { storable } from "../../text/storable.ts";
import { notifyOfJob } from "../people/notify.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** An event of a job's history, written in the transaction that causes it. */
export interface NewJobEvent {
  kind: JobEventKind;
  detail?: Record<string, string | number | null>;
}

/** Writes events that happened at `at`, epoch milliseconds, after the job was changed. */
export async function recordEvents(
  trx: StoreQuery,
  job: { id: string; project_id: string },
  at: number,
  events: readonly NewJobEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await trx
    .insertInto("job_event")
    .values(
      events.map(({ kind, detail = {} }) => ({
        project_id: job.project_id,
        job_id: job.id,
        at,
        kind,
        detail: storable(JSON.stringify(detail)),
      })),
    )
    .execute();
  await notifyOfJob(trx, job, at);
}

/** Whether a job has no event of a kind. */
export async function isFirstOfKind(
  trx: StoreQuery,
  job: { id: string; project_id: string },
  kind: JobEventKind,
): Promise<boolean> {
  const earlier = await trx
    .selectFrom("job_event")
    .select("id")
    .where("project_id", "=", job.project_id)
    .where("job_id", "=", job.id)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return earlier === undefined;
}

/** Returns a job's history, oldest first. */
export async function eventsOfJob(
  db: StoreQuery,
  projectId: string,
  jobId: string,
): Promise<JobEvent[]> {
  const rows = await db
    .selectFrom("job_event")
    .select(["id", "at", "kind", "detail"])
    .where("project_id", "=", projectId)
    .where("job_id", "=", jobId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, at, kind, detail }) => ({
    id,
    at,
    kind,
    detail: JSON.parse(detail),
  }));
}
