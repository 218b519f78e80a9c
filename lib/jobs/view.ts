import "server-only";
import type { Job, ResolutionOutcome } from "../contract/api/jobs.ts";
import { promptTitle } from "../prompt/title.ts";
import { pullStateOf } from "../store/jobs/pull-state.ts";
import type { JobSummary } from "../store/jobs/read.ts";

const OUTCOMES: readonly ResolutionOutcome[] = [
  "exists",
  "again",
  "not_created",
  "cancel",
  "set_aside",
];

/** A row of the ledger as the dashboard shows it. */
export function jobView(row: JobSummary): Job {
  return {
    id: row.id,
    projectId: row.project_id,
    state: row.state,
    platformJobId: row.platform_job_id,
    prLink: row.pr_link,
    repository: row.repository,
    ref: row.ref,
    model: row.model,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    archivedAt: row.archived_at,
    lastPolledAt: row.last_polled_at,
    nextPollAt: row.next_poll_at,
    notBefore: row.not_before,
    retryOf: row.retry_of,
    resolution: OUTCOMES.find((outcome) => outcome === row.resolution) ?? null,
    prState: row.pr_link === null ? null : pullStateOf(row.pr_state),
    prCheckedAt: row.pr_checked_at,
    problem: row.problem,
    feedbackCount: row.feedback_count,
    title: promptTitle(row.prompt_start),
    by: row.by_id === null ? null : { id: row.by_id, name: row.by_name ?? "" },
  };
}
