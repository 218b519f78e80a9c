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

interface JobId {
  id: string;
  project_id: string;
}

/** Kinds of events that a platform or a code host can cause again and again, such as "step 12 of 40". */
const REPEATED: readonly JobEventKind[] = ["status", "link", "pull"];
/** Maximum events of such a kind in a history. Beyond it, a new one replaces the latest. */
const MAX_REPEATED = 100;

/** Writes events that happened at `at`, epoch milliseconds, after the job was changed. */
export async function recordEvents(
  trx: StoreQuery,
  job: JobId,
  at: number,
  events: readonly NewJobEvent[],
): Promise<void> {
  if (events.length === 0) return;
  for (const { kind } of events) if (REPEATED.includes(kind)) await makeRoom(trx, job, kind);
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

/** Deletes the latest event of a kind of which the job has as many as are kept. */
async function makeRoom(trx: StoreQuery, job: JobId, kind: JobEventKind): Promise<void> {
  const known = await idsOfKind(trx, job, kind, MAX_REPEATED);
  const [latest] = known;
  if (latest === undefined || known.length < MAX_REPEATED) return;
  await trx.deleteFrom("job_event").where("id", "=", latest).execute();
}

/** Whether a job has no event of a kind. */
export async function isFirstOfKind(
  trx: StoreQuery,
  job: JobId,
  kind: JobEventKind,
): Promise<boolean> {
  return (await idsOfKind(trx, job, kind, 1)).length === 0;
}

/** Returns the IDs of a job's latest events of a kind. */
async function idsOfKind(trx: StoreQuery, job: JobId, kind: JobEventKind, limit: number) {
  const rows = await trx
    .selectFrom("job_event")
    .select("id")
    .where("project_id", "=", job.project_id)
    .where("job_id", "=", job.id)
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
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
