import "server-only";
import { randomUUID } from "node:crypto";
import type { Actor } from "../contract/api/people.ts";
import { Conflict, InvalidRequest } from "../errors.ts";
import type { JobChange, JobRow } from "../store/jobs/write.ts";
import { send } from "./deliver.ts";
import { isUnsent, type Ledger, requireRow } from "./ledger.ts";
import { answered } from "./outcome.ts";
import { requireIntentKey } from "./request.ts";

/** What a person says became of a job. */
export type Resolution =
  | { outcome: "exists"; platformJobId: string }
  | { outcome: "again"; intentKey: string }
  | { outcome: "not_created" }
  | { outcome: "cancel" }
  | { outcome: "set_aside" };

/** States in which nobody knows, or somebody only believed, that there is no job. */
const DOUBTFUL = ["unknown", "not_created"];
/** Ends after which the same may be sent again, as another job. */
const REPEATABLE = ["unknown", "refused", "not_created", "cancelled", "failed"];

/**
 * Settles what the platform did not say. Asked twice, it is done once.
 * @returns the id of the job that repeats this one, where that was the outcome
 * @throws {NotFound} {InvalidRequest} {Conflict} nothing was changed or sent then
 */
export async function resolve(
  ledger: Ledger,
  projectId: string,
  jobId: string,
  resolution: Resolution,
  by: Actor | null,
): Promise<string | null> {
  const row = await requireRow(ledger, projectId, jobId);
  switch (resolution.outcome) {
    case "exists":
      await found(ledger, row, resolution.platformJobId, by);
      return null;
    case "again":
      return repeat(ledger, row, resolution.intentKey, by);
    case "not_created":
      await declare(ledger, row, said("not_created", by), isDoubtful(row), {
        state: "not_created",
        problem: null,
      });
      return null;
    case "cancel":
      await declare(ledger, row, said("cancel", by), isUnsent(row), {
        state: "cancelled",
        problem: null,
        not_before: null,
        next_poll_at: null,
      });
      return null;
    case "set_aside":
      await declare(
        ledger,
        row,
        said("set_aside", by),
        !isUnsent(row) && row.state !== "sending",
        {},
      );
      return null;
  }
}

async function found(
  ledger: Ledger,
  row: JobRow,
  platformJobId: string,
  by: Actor | null,
): Promise<void> {
  if (platformJobId === "" || platformJobId.length > 500 || platformJobId.includes("\0")) {
    throw new InvalidRequest("platformJobId: must have 1 to 500 characters");
  }
  if (row.platform_job_id === platformJobId) return;
  if (!isDoubtful(row)) throw overtaken();
  const { store, client, clock } = ledger;
  const job = await client.retrieveJob(row.project_id, platformJobId);
  if (job.id !== platformJobId) {
    throw new InvalidRequest(`platformJobId: the platform has no job of exactly that name`);
  }
  const now = clock.now();
  const change: JobChange = {
    ...answered(job, row, now),
    resolution: "exists",
    resolved_at: now,
  };
  const detail = { ...said("exists", by), platformJobId };
  const result = await store.recordFound(row, platformJobId, change, {
    at: now,
    events: [{ kind: "resolution", detail }],
  });
  if ("takenBy" in result) {
    throw new Conflict(
      "Another job of this project already is that one. Nothing was changed; look for another id.",
    );
  }
  if (!result.changed) throw overtaken();
}

async function repeat(
  ledger: Ledger,
  row: JobRow,
  intentKey: string,
  by: Actor | null,
): Promise<string> {
  requireIntentKey(intentKey);
  if (!REPEATABLE.includes(row.state)) throw overtaken();
  const { store, clock, claims } = ledger;
  const now = clock.now();
  const retry = await store.insertRetry(row, {
    id: randomUUID(),
    project_id: row.project_id,
    intent_key: intentKey,
    state: "intent",
    prompt: row.prompt,
    created_at: now,
    began_at: now,
    retry_of: row.id,
    next_poll_at: claims.end(),
    by_id: by?.id ?? null,
    by_name: by?.name ?? null,
  });
  if (!retry) {
    throw new Conflict("This job was already sent again. Nothing more was sent.");
  }
  if (retry.row.state === "intent") await send(ledger, retry.row);
  return retry.row.id;
}

async function declare(
  { store, clock }: Ledger,
  row: JobRow,
  detail: { outcome: string; by: string | null },
  possible: boolean,
  change: JobChange,
): Promise<void> {
  const { outcome } = detail;
  if (row.resolution === outcome) return;
  if (!possible) throw overtaken();
  const now = clock.now();
  const happened = { at: now, events: [{ kind: "resolution" as const, detail }] };
  const declared = { ...change, resolution: outcome, resolved_at: now };
  if (!(await store.change(row, declared, happened))) throw overtaken();
}

function said(outcome: string, by: Actor | null): { outcome: string; by: string | null } {
  return { outcome, by: by?.name ?? null };
}

function isDoubtful(row: JobRow): boolean {
  return row.platform_job_id === null && DOUBTFUL.includes(row.state);
}

function overtaken(): Conflict {
  return new Conflict(
    "The job is no longer in a state in which that can be said of it. Nothing was changed; the " +
      "page shows how it stands now.",
  );
}
