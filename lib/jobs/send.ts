import "server-only";
import { jobStateFacts } from "../contract/api/job-states.ts";
import type { NewJobEvent } from "../store/jobs/events.ts";
import type { JobChange, JobRow } from "../store/jobs/write.ts";
import type { HeldClaim } from "./claims.ts";
import { isUnsent, type Ledger, report } from "./ledger.ts";
import { changeFromAnswer, eventsFor, failureOf, LOST_ANSWER } from "./platform-responses.ts";

/**
 * Sends a queued or scheduled job. The step to `sending` is committed first, and only the process that
 * commits it sends, so that there is at most one POST per job even if a process dies. A job that the
 * platform's rate limit rejected is scheduled: the platform created nothing, so its next POST is safe.
 */
export async function send(ledger: Ledger, row: JobRow): Promise<void> {
  const { store, client, clock, claims } = ledger;
  const until = claims.end();
  const change: JobChange = { state: "sending", scheduled_for: null, next_poll_at: until };
  // A scheduled job may be rescheduled many times. Its history shows `sent` only once it was answered.
  const wasScheduled = row.state === "scheduled";
  const sent: NewJobEvent[] = [{ kind: "sent" }];
  const events = wasScheduled ? [] : sent;
  if (!(await store.change(row, change, { at: clock.now(), events }))) return;
  let result: { change: JobChange; events: NewJobEvent[] };
  try {
    const claim: HeldClaim = { kind: "job", id: row.id, until };
    const create = () => client.createJob(row.project_id, row.prompt);
    const job = await claims.hold(claim, create);
    result = created(job, row, clock.now());
  } catch (error) {
    result = notCreated(error, row, clock.now());
    report(ledger, row, error);
  }
  const early = wasScheduled && result.change.state !== "scheduled" ? sent : [];
  const batch = { at: clock.now(), events: [...early, ...result.events] };
  await store.recordAnswer(row, result.change, batch);
}

/** Sends a due job that has no answer yet, or gives up its lost answer. Safe in several processes. */
export async function processDueJob(ledger: Ledger, row: JobRow): Promise<void> {
  if (isUnsent(row)) return send(ledger, row);
  const change: JobChange = { state: "unconfirmed", problem: LOST_ANSWER, next_poll_at: null };
  const events: NewJobEvent[] = [{ kind: "unconfirmed", detail: { problem: LOST_ANSWER } }];
  await ledger.store.change(row, change, { at: ledger.clock.now(), events });
}

function created(job: Parameters<typeof changeFromAnswer>[0], row: JobRow, now: number) {
  const change: JobChange = {
    platform_job_id: job.id,
    outcome: null,
    ...changeFromAnswer(job, row, now),
  };
  const status = change.platform_status ?? "";
  const events: NewJobEvent[] = [
    { kind: "answered", detail: { platformJobId: job.id, state: status } },
    ...eventsFor({ pr_link: change.pr_link }, row),
  ];
  return { change, events };
}

function notCreated(error: unknown, row: JobRow, now: number) {
  const failure = failureOf(error, "No job was created.", LOST_ANSWER, now);
  const { state, problem } = failure;
  const until = failure.state === "scheduled" ? failure.until : null;
  const change: JobChange = { state, problem, scheduled_for: until, next_poll_at: until };
  const isRepeated = state === "scheduled" && row.state === "scheduled";
  const events: NewJobEvent[] = isRepeated ? [] : [{ kind: state, detail: { problem, until } }];
  return { change, events };
}

/** Whether the job may be sent again as another one. */
export function isRetryable(row: JobRow): boolean {
  return jobStateFacts({ state: row.state, platformStatus: row.platform_status }).retryable;
}
