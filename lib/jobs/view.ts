import "server-only";
import { z } from "zod";
import { type HostCheck, hostCheck } from "../contract/api/checks.ts";
import type { Job, JobDetail } from "../contract/api/jobs.ts";
import { parseHostReview } from "../store/jobs/host-comments.ts";
import type { JobSummary } from "../store/jobs/read.ts";
import type { JobRow } from "../store/jobs/write.ts";
import { titleOfJob } from "../text/prompt-title.ts";

/** Returns a job as the API shows it. */
export function jobView(row: JobSummary): Job {
  return {
    id: row.id,
    projectId: row.project_id,
    state: row.state,
    platformStatus: row.platform_status,
    platformJobId: row.platform_job_id,
    prLink: row.pr_link,
    repository: row.repository,
    ref: row.ref,
    model: row.model,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    archivedAt: row.archived_at,
    missingSince: row.missing_since,
    deletedAt: row.deleted_at,
    linkText: row.link_text,
    lastPolledAt: row.last_polled_at,
    nextPollAt: row.next_poll_at,
    scheduledFor: row.scheduled_for,
    retryOf: row.retry_of,
    batchId: row.batch_id,
    outcome: row.outcome,
    prState: row.pr_link === null ? null : row.pr_state,
    prNudge: row.pr_state === "open" ? row.pr_nudge : null,
    prChecksFailed: row.pr_checks_failed === null ? null : row.pr_checks_failed === 1,
    prCheckedAt: row.pr_checked_at,
    problem: row.problem,
    feedbackCount: row.feedback_count,
    title: titleOfJob(row),
    // The platform knows them.
    usage: null,
    isHeld: false,
    by: row.by_id === null ? null : { id: row.by_id, name: row.by_name ?? "" },
  };
}

/** Returns the verdicts of reviewers on the pull request's code host, and its name. */
export function hostVerdictsOf({ pr_review: stored }: JobRow): JobDetail["hostVerdicts"] {
  const { host = "", verdicts = [] } = parseHostReview(stored) ?? {};
  return { host, verdicts };
}

/** Returns the checks of an open pull request that its code host names. */
export function hostChecksOf({ pr_state: state, pr_checks: stored }: JobRow): HostCheck[] {
  if (state !== "open" || stored === null) return [];
  return z.array(hostCheck).safeParse(JSON.parse(stored)).data ?? [];
}
