import "server-only";
import type { FeedbackChange } from "../contract/api/feedback.ts";
import type { LedgerState } from "../contract/api/job-states.ts";
import type { SuggestedTriage } from "../contract/api/jobs.ts";
import { type Actor, DELETED_PERSON } from "../contract/api/people.ts";
import { Conflict } from "../errors.ts";
import type { JobRow } from "../store/jobs/write.ts";
import { type Ledger, requireRow } from "./ledger.ts";

/** The triage of a job's feedback that follows from its pull request, or from having none. */
const TRIAGE_AFTER = {
  merged: { kind: "resolve", from: ["pending", "in_progress"], to: "resolved" },
  closed: { kind: "requeue", from: ["in_progress"], to: "pending" },
} as const;

/** States in which the platform has no job, so that nobody works on the feedback. */
const WITHOUT_JOB: readonly LedgerState[] = ["rejected", "canceled", "not_created"];

/** Returns the suggested triage; null if there is nothing to change. */
export async function suggestedTriageFor(
  { triage }: Ledger,
  row: JobRow,
): Promise<SuggestedTriage | null> {
  const suggestion = suggestionFor(row);
  if (!suggestion) return null;
  const { length } = await triage.feedbackInJob(row.project_id, row.id, suggestion.from);
  return length > 0 ? { kind: suggestion.kind, count: length } : null;
}

/**
 * Applies the suggested triage.
 * @throws {NotFound} {Conflict} if the pull request is neither merged nor closed
 */
export async function applySuggestedTriage(
  ledger: Ledger,
  projectId: string,
  jobId: string,
  by: Actor | null,
): Promise<FeedbackChange> {
  const row = await requireRow(ledger, projectId, jobId);
  if (!suggestionFor(row)) {
    throw new Conflict(
      "This job's pull request isn't merged or closed yet. No feedback was changed.",
    );
  }
  return apply(ledger, row, by);
}

/** Resolves the linked feedback of a job whose pull request was merged. */
export async function resolveLinkedFeedback(ledger: Ledger, row: JobRow): Promise<void> {
  await apply(ledger, { ...row, pr_state: "merged" }, null);
}

async function apply(ledger: Ledger, row: JobRow, by: Actor | null): Promise<FeedbackChange> {
  const { triage, store, clock } = ledger;
  const nothing = { changed: 0, undo: null };
  const suggestion = suggestionFor(row);
  if (!suggestion) return nothing;
  const ids = await triage.feedbackInJob(row.project_id, row.id, suggestion.from);
  if (ids.length === 0) return nothing;
  const creator = row.by_name === DELETED_PERSON ? null : row.by_id;
  const byId = by?.id ?? creator;
  const { changed, undo } = await triage.setStatus(row.project_id, ids, suggestion.to, by, byId);
  if (changed > 0) {
    const detail = { status: suggestion.to, count: changed, undo, by: by?.name ?? null };
    await store.addEvents(row, clock.now(), [{ kind: "feedback", detail }]);
  }
  return { changed, undo };
}

function suggestionFor({ state: own, outcome, pr_state: state }: JobRow) {
  if (WITHOUT_JOB.includes(own)) return outcome === "retry" ? null : TRIAGE_AFTER.closed;
  return state === "merged" || state === "closed" ? TRIAGE_AFTER[state] : null;
}
