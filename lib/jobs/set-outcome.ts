import "server-only";
import { randomUUID } from "node:crypto";
import { LEDGER_STATE } from "../contract/api/job-states.ts";
import type { JobOutcome, JobOutcomeRequest } from "../contract/api/jobs.ts";
import type { Actor } from "../contract/api/people.ts";
import { Conflict, InvalidRequest } from "../errors.ts";
import type { JobChange, JobRow } from "../store/jobs/write.ts";
import { isUnsent, type Ledger, requireRow } from "./ledger.ts";
import { changeFromAnswer } from "./platform-responses.ts";
import { requireKey } from "./request.ts";
import { isRetryable, send } from "./send.ts";

/** Outcomes that are only recorded: for which jobs, and what else changes. */
const BY_HAND: Record<
  Exclude<JobOutcomeRequest["outcome"], "exists" | "retry">,
  { isPossible(row: JobRow): boolean; change: JobChange }
> = {
  not_created: { isPossible: isUncertain, change: { state: "not_created", problem: null } },
  cancel: {
    isPossible: isUnsent,
    change: { state: "canceled", problem: null, scheduled_for: null, next_poll_at: null },
  },
  unfollowed: {
    isPossible: (row) => row.platform_job_id !== null && row.settled_at === null,
    change: { next_poll_at: null, pr_next_at: null },
  },
  handled: { isPossible: (row) => !isUnsent(row) && row.state !== "sending", change: {} },
};

/**
 * Sets the outcome of a job. Repeating the same request changes nothing.
 * @returns the ID of the new job after a retry, else null
 * @throws {NotFound} {InvalidRequest} {Conflict} if nothing was changed or sent
 */
export async function setOutcome(
  ledger: Ledger,
  projectId: string,
  jobId: string,
  request: JobOutcomeRequest,
  by: Actor | null,
): Promise<string | null> {
  const row = await requireRow(ledger, projectId, jobId);
  if (request.outcome === "exists") {
    await linkPlatformJob(ledger, row, request.platformJobId, by);
    return null;
  }
  if (request.outcome === "retry") return retry(ledger, row, request.intentKey, by);
  const { isPossible, change } = BY_HAND[request.outcome];
  if (row.outcome !== request.outcome && !isPossible(row)) throw noLongerPossible();
  await record(ledger, row, request.outcome, by, change);
  return null;
}

async function linkPlatformJob(
  ledger: Ledger,
  row: JobRow,
  platformJobId: string,
  by: Actor | null,
): Promise<void> {
  if (platformJobId === "" || platformJobId.length > 500 || platformJobId.includes("\0")) {
    throw new InvalidRequest("platformJobId: must have 1 to 500 characters");
  }
  if (row.platform_job_id === platformJobId) return;
  if (!isUncertain(row)) throw noLongerPossible();
  const { store, client, clock } = ledger;
  const job = await client.retrieveJob(row.project_id, platformJobId);
  if (job.id !== platformJobId) {
    throw new InvalidRequest("platformJobId: the platform has no job with this ID");
  }
  const now = clock.now();
  const change: JobChange = {
    ...changeFromAnswer(job, row, now),
    outcome: "exists",
    outcome_at: now,
  };
  const detail = { ...detailOf("exists", by), platformJobId };
  const result = await store.recordFound(row, platformJobId, change, {
    at: now,
    events: [{ kind: "outcome", detail }],
  });
  if ("takenBy" in result) {
    throw new Conflict(
      "Another job in this project already has this platform job ID. Check the ID and try again.",
    );
  }
  if (!result.changed) throw noLongerPossible();
}

async function retry(
  ledger: Ledger,
  row: JobRow,
  intentKey: string,
  by: Actor | null,
): Promise<string> {
  requireKey("intentKey", intentKey);
  if (!isRetryable(row)) throw noLongerPossible();
  const { store, clock, claims } = ledger;
  const now = clock.now();
  const inserted = await store.insertRetry(
    row,
    {
      id: randomUUID(),
      project_id: row.project_id,
      intent_key: intentKey,
      state: "queued",
      prompt: row.prompt,
      title: row.title,
      created_at: now,
      began_at: now,
      retry_of: row.id,
      next_poll_at: claims.end(),
      by_id: by?.id ?? null,
      by_name: by?.name ?? null,
      batch_id: row.batch_id,
    },
    ledger.statusWrites !== null,
  );
  if (!inserted) {
    throw new Conflict("This job was already retried. Nothing more was sent.");
  }
  if (inserted.created) await ledger.statusWrites?.write(inserted.row.project_id);
  if (inserted.row.state === "queued") await send(ledger, inserted.row);
  return inserted.row.id;
}

/** Records the outcome, once. @throws {Conflict} if the job changed meanwhile */
async function record(
  ledger: Ledger,
  row: JobRow,
  outcome: JobOutcome,
  by: Actor | null,
  change: JobChange,
): Promise<void> {
  if (row.outcome === outcome) return;
  const { store, clock } = ledger;
  const now = clock.now();
  const batch = {
    at: now,
    events: [{ kind: "outcome" as const, detail: detailOf(outcome, by) }],
    outcomeWas: row.outcome,
  };
  if (await store.change(row, { ...change, outcome, outcome_at: now }, batch)) return;
  // Someone else may have set the same outcome at the same moment.
  const current = await requireRow(ledger, row.project_id, row.id);
  if (current.outcome !== outcome) throw noLongerPossible();
}

function detailOf(outcome: JobOutcome, by: Actor | null) {
  return { outcome, by: by?.name ?? null };
}

function isUncertain(row: JobRow): boolean {
  return LEDGER_STATE[row.state].outcomeUncertain;
}

function noLongerPossible(): Conflict {
  return new Conflict("The job's status has changed, so nothing was saved. Reload to see it.");
}
