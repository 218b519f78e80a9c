import "server-only";
import type { FeedbackChange } from "../contract/api/feedback.ts";
import type { JobOffer } from "../contract/api/jobs.ts";
import type { Actor } from "../contract/api/people.ts";
import { Conflict } from "../errors.ts";
import type { JobRow } from "../store/jobs/write.ts";
import { type Ledger, requireRow } from "./ledger.ts";

/** What a settled pull request means for the feedback behind its job. */
const MEANING = {
  merged: { kind: "resolve", from: ["pending", "in_progress"], to: "resolved" },
  closed: { kind: "requeue", from: ["in_progress"], to: "pending" },
} as const;

/** What one press would do; null where there is nothing to do. */
export async function offerOf({ triage }: Ledger, row: JobRow): Promise<JobOffer | null> {
  const meaning = meaningOf(row);
  if (!meaning) return null;
  const { length } = await triage.feedbackInJob(row.project_id, row.id, meaning.from);
  return length > 0 ? { kind: meaning.kind, count: length } : null;
}

/**
 * Does what is offered.
 * @throws {NotFound} {Conflict} where the pull request is neither merged nor closed
 */
export async function applySuggestedTriage(
  ledger: Ledger,
  projectId: string,
  jobId: string,
  by: Actor | null,
): Promise<FeedbackChange> {
  const row = await requireRow(ledger, projectId, jobId);
  if (!meaningOf(row)) {
    throw new Conflict(
      "The pull request of this job is not known to be merged or closed, so that its feedback " +
        "stays as it is.",
    );
  }
  return applyTo(ledger, row, by);
}

/** Resolves the feedback behind a job whose pull request was found merged. */
export async function resolveBehind(ledger: Ledger, row: JobRow): Promise<void> {
  await applyTo(ledger, { ...row, pr_state: "merged" }, null);
}

async function applyTo(ledger: Ledger, row: JobRow, by: Actor | null): Promise<FeedbackChange> {
  const { triage, store, clock } = ledger;
  const nothing = { changed: 0, undo: null };
  const meaning = meaningOf(row);
  if (!meaning) return nothing;
  const ids = await triage.feedbackInJob(row.project_id, row.id, meaning.from);
  if (ids.length === 0) return nothing;
  const { changed, undo } = await triage.setStatus(row.project_id, ids, meaning.to, by);
  if (changed > 0) {
    const detail = { status: meaning.to, count: changed, undo, by: by?.name ?? null };
    await store.addEvents(row, clock.now(), [{ kind: "feedback", detail }]);
  }
  return { changed, undo };
}

function meaningOf({ pr_state: state }: JobRow) {
  return state === "merged" || state === "closed" ? MEANING[state] : null;
}
