import "server-only";
import type { LedgerState } from "../contract/api/job-states.ts";
import type { JobTriage, SuggestedTriage } from "../contract/api/jobs.ts";
import { type Actor, DELETED_PERSON } from "../contract/api/people.ts";
import { Conflict } from "../errors.ts";
import type { JobRow } from "../store/jobs/write.ts";
import { type Ledger, requireRow } from "./ledger.ts";

/** The triage of a job's feedback that follows from its pull request, or from having none. */
const TRIAGE_AFTER = {
  merged: { kind: "resolve", from: ["pending", "in_progress", "dismissed"], to: "resolved" },
  closed: { kind: "requeue", from: ["in_progress"], to: "pending" },
} as const;
/** What Errata resolves by itself. What someone dismissed stays as it is. */
const RESOLVED_AUTOMATICALLY = ["pending", "in_progress"];

/** States in which the platform has no job, so that nobody works on the feedback. */
const WITHOUT_JOB: readonly LedgerState[] = ["rejected", "canceled", "not_created"];

const NOTHING = { changed: 0, undo: null };

/** Items of a job by what becomes of them. */
export interface ItemsToTriage {
  /** Those that get the suggested status. */
  changed: string[];
  /** Those in progress that a merged change doesn't address. */
  returned: string[];
}

/** Returns the suggested triage; null if there is nothing to change. */
export async function suggestedTriageFor(
  ledger: Ledger,
  row: JobRow,
): Promise<SuggestedTriage | null> {
  const suggestion = suggestionFor(ledger, row);
  if (!suggestion) return null;
  const { changed, returned } = await itemsToTriage(ledger, row, suggestion.from);
  if (changed.length + returned.length === 0) return null;
  return { kind: suggestion.kind, count: changed.length, returned: returned.length };
}

/**
 * Applies the suggested triage, or to the given items only.
 * @throws {NotFound} {Conflict} if the job may still lead to a merge
 */
export async function applySuggestedTriage(
  ledger: Ledger,
  projectId: string,
  jobId: string,
  by: Actor | null,
  only?: ItemsToTriage,
): Promise<JobTriage> {
  const row = await requireRow(ledger, projectId, jobId);
  const suggestion = suggestionFor(ledger, row);
  if (!suggestion) {
    throw new Conflict(
      "This job isn't over, or its pull request is still open. No feedback was changed.",
    );
  }
  const all = await itemsToTriage(ledger, row, suggestion.from);
  const items = only
    ? {
        changed: [...all.changed, ...all.returned].filter((id) => only.changed.includes(id)),
        returned: [...all.changed, ...all.returned].filter((id) => only.returned.includes(id)),
      }
    : all;
  return apply(ledger, row, suggestion.to, items, by);
}

/** Resolves the linked feedback of a job whose pull request was merged, unless a person said that it isn't addressed. */
export async function resolveLinkedFeedback(ledger: Ledger, row: JobRow): Promise<void> {
  const items = await itemsToTriage(ledger, row, RESOLVED_AUTOMATICALLY);
  await apply(ledger, row, "resolved", items, null);
}

async function itemsToTriage(
  { triage, store }: Ledger,
  { project_id, id }: JobRow,
  from: readonly string[],
): Promise<ItemsToTriage> {
  const verdicts = await store.verdicts({ project_id, job_id: id });
  const isOpen = (item: string) => verdicts.get(item)?.verdict === "not_addressed";
  const items = await triage.feedbackInJob(project_id, id, from);
  const inProgress = await triage.feedbackInJob(project_id, id, ["in_progress"]);
  return { changed: items.filter((item) => !isOpen(item)), returned: inProgress.filter(isOpen) };
}

async function apply(
  { triage, store, clock }: Ledger,
  row: JobRow,
  status: string,
  items: ItemsToTriage,
  by: Actor | null,
): Promise<JobTriage> {
  const creator = row.by_name === DELETED_PERSON ? null : row.by_id;
  const byId = by?.id ?? creator;
  const set = async (ids: string[], to: string) => {
    if (ids.length === 0) return NOTHING;
    const { changed, undo } = await triage.setStatus(row.project_id, ids, to, by, byId);
    if (changed > 0) {
      const detail = { status: to, count: changed, undo, by: by?.name ?? null };
      await store.addEvents(row, clock.now(), [{ kind: "feedback", detail }]);
    }
    return { changed, undo };
  };
  const changed = await set(items.changed, status);
  return { ...changed, returned: await set(items.returned, "pending") };
}

function suggestionFor({ platform }: Ledger, row: JobRow) {
  const { state: own, outcome, pr_state: state } = row;
  if (WITHOUT_JOB.includes(own) || hasEndedWithoutPull(row, platform.isHosted)) {
    return outcome === "retry" ? null : TRIAGE_AFTER.closed;
  }
  return state === "merged" || state === "closed" ? TRIAGE_AFTER[state] : null;
}

/** Whether a job is over and nothing can be reviewed, so that nobody works on the feedback. */
function hasEndedWithoutPull(row: JobRow, isHosted: boolean): boolean {
  if (row.pr_link !== null || row.link_text !== null || row.settled_at === null) return false;
  // The link of a hosted platform may arrive a while after the status.
  return row.platform_status !== "completed" || !isHosted || row.next_poll_at === null;
}
