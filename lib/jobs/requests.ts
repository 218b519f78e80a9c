import "server-only";
import { randomUUID } from "node:crypto";
import type { Actor } from "../contract/api/people.ts";
import { Conflict, NotFound } from "../errors.ts";
import type { CarriedOut } from "../store/jobs/requested.ts";
import type { JobChange } from "../store/jobs/write.ts";
import { type Ledger, report, requireRow } from "./ledger.ts";
import { type JobAction, type RequestedAction, requestedAction } from "./requested-action.ts";

// Requests of people to the platform about a job. A request is recorded before the platform is asked. If the process dies,
// the next poll sends it again; the platform carries out each request once.

/** A job whose row has a request. */
interface RequestedJob {
  id: string;
  project_id: string;
  platform_job_id: string | null;
  requested: string | null;
}

/** Attempts while other requests about the same job are recorded. */
const MAX_ATTEMPTS = 5;

/** Sends a request to the platform, once. Completes an unfinished earlier request first. */
export async function act(
  ledger: Ledger,
  [projectId, jobId]: readonly [string, string],
  action: JobAction,
  by: Actor,
): Promise<void> {
  const { store, clock, claims } = ledger;
  const asked: RequestedAction = {
    id: randomUUID(),
    at: clock.now(),
    by: by.name,
    byId: by.id,
    action,
  };
  const requested = JSON.stringify(asked);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const row = await requireRow(ledger, projectId, jobId);
    if (row.requested !== null) await resumeRequest(ledger, row);
    else if (await store.request(row, requested, claims.end())) {
      return carryOut(ledger, { ...row, requested });
    }
  }
  throw new Conflict("Someone else is changing this job. Reload the page and try again.");
}

/** Completes the request of a process that may have died. A rejection by the platform ends it. */
export async function resumeRequest(ledger: Ledger, job: RequestedJob): Promise<void> {
  try {
    await carryOut(ledger, job);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    report(ledger, job, error);
  }
}

async function carryOut(ledger: Ledger, job: RequestedJob): Promise<void> {
  const { store, clock } = ledger;
  const { requested, platform_job_id: platformId } = job;
  if (requested === null || platformId === null) return;
  const { data: asked } = requestedAction.safeParse(JSON.parse(requested));
  try {
    // A newer version of Errata may have recorded it.
    if (!asked)
      throw new Conflict(
        "This was asked of another version of Errata. Reload the page and try again.",
      );
    const { status } = await ledger.carryOut(job.project_id, platformId, asked);
    await store.recordCarriedOut(job, requested, resultOf(asked, status, job, clock.now()));
  } catch (error) {
    if (isRefusal(error)) await store.dropRequest(job, requested, clock.now());
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Conflict || error instanceof NotFound;
}

/** @param status the platform's, once it did what was asked */
function resultOf(
  { id, by, byId, action }: RequestedAction,
  status: string,
  job: RequestedJob,
  at: number,
): CarriedOut {
  const plain = { change: {}, at, once: false, trimmed: [] };
  const outcome = (name: "stopped" | "discarded"): JobChange => ({ outcome: name, outcome_at: at });
  switch (action.kind) {
    case "archive":
      return { ...plain, once: true, events: [{ kind: "archive", detail: { by } }] };
    case "stop": {
      const events = [{ kind: "outcome" as const, detail: { outcome: "stopped", by } }];
      return { ...plain, change: outcome("stopped"), events };
    }
    case "decide": {
      const { decision, files, leftOut } = action;
      // Discarding ended the job, so that nothing is left to decide.
      const hasEnded = decision === "discard" && status === "failed";
      return {
        ...plain,
        change: hasEnded ? outcome("discarded") : {},
        events: [{ kind: "held", detail: { decision, files, by } }],
        trimmed: leftOut.map(({ lastLine, ...lines }, index) => ({
          project_id: job.project_id,
          job_id: job.id,
          ...lines,
          last_line: lastLine,
          id: `${id}-${index}`,
          person_id: byId,
          by_name: by,
          created_at: at,
        })),
      };
    }
  }
}
