import "server-only";
import type { LedgerState } from "../contract/api/job-states.ts";
import type { JobTriage, SuggestedTriage } from "../contract/api/jobs.ts";
import { type Actor, DELETED_PERSON } from "../contract/api/people.ts";
import { isResolvedByMerge } from "../contract/api/verdicts.ts";
import { Conflict, isAppError } from "../errors.ts";
import type { JobRow } from "../store/jobs/write.ts";
import { type Ledger, requireRow } from "./ledger.ts";

/** The triage of a job's feedback that follows from its pull request, or from having none. */
const TRIAGE_AFTER = {
  merged: { kind: "resolve", from: ["pending", "in_progress", "dismissed"], to: "resolved" },
  closed: { kind: "requeue", from: ["in_progress"], to: "pending" },
} as const;
/** Statuses that Errata resolves automatically. Dismissed items stay dismissed. */
const RESOLVED_AUTOMATICALLY = ["pending", "in_progress"];

/** States in which the platform has no job, so that nobody works on the feedback. */
const WITHOUT_JOB: readonly LedgerState[] = ["rejected", "canceled", "not_created"];

const NOTHING = { changed: 0, undo: null };

/** How many items a suggestion changed when the person saw it. */
export type SeenTriage = Pick<SuggestedTriage, "count" | "returned">;

/** Items of a job by the status that they get. */
export interface ItemsToTriage {
  /** Items that get the suggested status. */
  changed: string[];
  /** Items in progress that a merged change doesn't address. */
  returned: string[];
}

/** Returns the suggested triage; null if there is nothing to change. */
export async function suggestedTriageFor(
  ledger: Ledger,
  row: JobRow,
): Promise<SuggestedTriage | null> {
  const suggestion = suggestionFor(ledger, row);
  if (!suggestion) return null;
  const { changed, returned } = await itemsAsShown(ledger, row, suggestion);
  if (changed.length + returned.length === 0) return null;
  return { kind: suggestion.kind, count: changed.length, returned: returned.length };
}

/**
 * Applies the suggested triage, or to the given items only.
 * @param options.seen what the person was told that this changes
 * @throws {NotFound} {Conflict} if the job may still lead to a merge, or something else would change
 */
export async function applySuggestedTriage(
  ledger: Ledger,
  projectId: string,
  jobId: string,
  by: Actor | null,
  options: { only?: ItemsToTriage; seen?: SeenTriage } = {},
): Promise<JobTriage> {
  const { only, seen } = options;
  const row = await requireRow(ledger, projectId, jobId);
  const suggestion = suggestionFor(ledger, row);
  if (!suggestion) {
    throw new Conflict(
      "This job isn't over, or its pull request is still open. No feedback was changed.",
    );
  }
  const items = only
    ? await chosenItems(ledger, row, suggestion, only)
    : await itemsAsShown(ledger, row, suggestion);
  const isSeen =
    !seen || (seen.count === items.changed.length && seen.returned === items.returned.length);
  if (!isSeen) {
    throw new Conflict(
      "The linked feedback has changed since you opened the job, so nothing was changed. Review it and try again.",
    );
  }
  return apply(ledger, row, suggestion.to, items, by);
}

/** Resolves the linked feedback that a job's merged change addresses. @throws {AppError} if that can't be read now */
export async function resolveLinkedFeedback(ledger: Ledger, row: JobRow): Promise<void> {
  const automatic = { ...TRIAGE_AFTER.merged, from: RESOLVED_AUTOMATICALLY };
  await apply(ledger, row, "resolved", await itemsToTriage(ledger, row, automatic), null);
}

/** A kind of suggestion, and the statuses that it changes. */
interface Suggestion {
  kind: SuggestedTriage["kind"];
  from: readonly string[];
}

/**
 * Returns the items with the verdicts that the job's page shows. While the repository can't be reached, these are only
 * people's verdicts.
 */
async function itemsAsShown(
  ledger: Ledger,
  row: JobRow,
  suggestion: Suggestion,
): Promise<ItemsToTriage> {
  return itemsToTriage(ledger, row, suggestion).catch((error: unknown) => {
    if (!isAppError(error)) throw error;
    return itemsToTriage({ ...ledger, proposedVerdicts: async () => new Map() }, row, suggestion);
  });
}

/** Splits items by the verdicts on the job's page: a person's, or else the proposed one. */
async function itemsToTriage(
  ledger: Ledger,
  row: JobRow,
  { kind, from }: Suggestion,
): Promise<ItemsToTriage> {
  const { triage, store } = ledger;
  const items = await triage.feedbackInJob(row.project_id, row.id, from);
  if (kind === "requeue" || items.length === 0) return { changed: items, returned: [] };
  const [set, proposed, inProgress] = await Promise.all([
    store.verdicts({ project_id: row.project_id, job_id: row.id }),
    ledger.proposedVerdicts(row, items),
    triage.feedbackInJob(row.project_id, row.id, ["in_progress"]),
  ]);
  const isResolved = (item: string) => {
    const { verdict = "addressed", isVote = false } = proposed.get(item) ?? {};
    return isResolvedByMerge({ verdict: set.get(item)?.verdict ?? verdict, isVote });
  };
  return {
    changed: items.filter(isResolved),
    returned: inProgress.filter((item) => !isResolved(item)),
  };
}

/** Returns those of the given items that still have a status that changes. */
async function chosenItems(
  { triage }: Ledger,
  { project_id, id }: JobRow,
  { from }: Suggestion,
  { changed, returned }: ItemsToTriage,
): Promise<ItemsToTriage> {
  const items = await triage.feedbackInJob(project_id, id, from);
  const inProgress = await triage.feedbackInJob(project_id, id, ["in_progress"]);
  return {
    changed: items.filter((item) => changed.includes(item)),
    returned: inProgress.filter((item) => returned.includes(item)),
  };
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
