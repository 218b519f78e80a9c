import "server-only";
import type { Clock } from "../clock.ts";
import type { ReceivedJob } from "../contract/job.ts";
import type { Log } from "../log.ts";
import type { JobChange, JobRow } from "../store/job-write.ts";
import type { JobStore } from "../store/jobs.ts";
import { answered, LOST_ANSWER, notAnswered, notCreated } from "./outcome.ts";
import { POLL_CLAIM, SENDING_PATIENCE } from "./schedule.ts";

/** What the ledger needs of the platform (lib/platform-client). */
export interface JobPlatform {
  createJob(projectId: string, prompt: string): Promise<ReceivedJob>;
  retrieveJob(projectId: string, id: string): Promise<ReceivedJob>;
}

export interface Delivery {
  store: JobStore;
  client: JobPlatform;
  clock: Clock;
  log: Log;
}

/** Whether nothing was sent yet. A platform may call a status of its own "intent" as well. */
export function isUnsent(row: JobRow): boolean {
  return row.state === "intent" && row.platform_job_id === null;
}

/**
 * Sends an intent, unless somebody else does: the step to `sending` is committed first, and only
 * who made it sends. So there is at most one POST per intent, whatever dies when.
 */
export async function send(delivery: Delivery, row: JobRow): Promise<void> {
  const { store, client, clock } = delivery;
  const sending = { state: "sending", next_poll_at: clock.now() + SENDING_PATIENCE };
  if (!(await store.change(row, sending))) return;
  let change: JobChange;
  try {
    const job = await client.createJob(row.project_id, row.prompt);
    change = { platform_job_id: job.id, ...answered(job, row, clock.now()) };
  } catch (error) {
    change = notCreated(error);
    report(delivery, row, error);
  }
  await store.recordAnswer(row.id, change);
}

/** Does what a due row waits for. Of several processes one does it. */
export async function lookAfter(delivery: Delivery, row: JobRow): Promise<void> {
  if (isUnsent(row)) return send(delivery, row);
  if (row.platform_job_id !== null) return poll(delivery, row, row.platform_job_id);
  await delivery.store.change(row, {
    state: "unknown",
    problem: LOST_ANSWER,
    next_poll_at: null,
  });
}

async function poll(delivery: Delivery, row: JobRow, platformJobId: string): Promise<void> {
  const { store, client, clock } = delivery;
  const claimed = { ...row, next_poll_at: clock.now() + POLL_CLAIM };
  if (!(await store.change(row, { next_poll_at: claimed.next_poll_at }))) return;
  let change: JobChange;
  try {
    const job = await client.retrieveJob(row.project_id, platformJobId);
    change = answered(job, row, clock.now());
  } catch (error) {
    change = notAnswered(error, row, clock.now());
    report(delivery, row, error);
  }
  // Loses if the claim ran out and another process polled meanwhile: its answer is newer.
  await store.change(claimed, change);
}

function report({ log }: Delivery, row: JobRow, error: unknown): void {
  const problem = error instanceof Error ? error.message : String(error);
  log.warn({ projectId: row.project_id, jobId: row.id, problem }, "a job could not be followed");
}
