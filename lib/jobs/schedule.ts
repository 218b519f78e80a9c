import "server-only";
import { platformStatusFacts } from "../contract/api/job-states.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long a job counts as young, polled every second. */
const YOUNG = 2 * MINUTE;
const LONGEST_GAP = 30 * SECOND;
const LONGEST_FAILING_GAP = MINUTE;
/** How old a pull request's state may be while a person has the job open. */
const STALE_PULL_CHECK = 10 * SECOND;
const PULL_GAP = { shortest: 30 * SECOND, longest: 15 * MINUTE };
/** How long a completed job's link may be missing (docs/contract/live-services.md). */
export const LINK_GRACE = 10 * MINUTE;

/** How long a settled job may take to become active after a follow-up. */
const UPTAKE = 30 * SECOND;

/**
 * Returns when to poll a job again: every second at first, then at gaps that grow with its age to 30 s;
 * null once it is settled. All times are epoch milliseconds.
 * @param job.beganAt when its current work began: its creation, or the last follow-up
 * @param job.followedUp whether that was a follow-up, which a settled job may not have started yet
 */
export function nextPollAt(
  job: {
    status: string;
    prLink: string | null;
    beganAt: number;
    followedUp: boolean;
    settledAt: number | null;
  },
  now: number,
): number | null {
  const age = now - job.beganAt;
  if (!platformStatusFacts(job.status).settled || (job.followedUp && age < UPTAKE))
    return now + gapAtAge(age);
  if (job.status !== "completed" || job.prLink !== null) return null;
  const sinceSettled = now - (job.settledAt ?? now);
  return sinceSettled < LINK_GRACE ? now + gapAtAge(sinceSettled) : null;
}

/**
 * Returns when to poll again after a failure. Each gap is as long as the time since the last answer, so
 * gaps double up to a minute without a counter. `retryAfter` is what the platform asked for, if anything.
 */
export function nextPollAfterFailure(
  lastAnswerAt: number,
  now: number,
  retryAfter: number | undefined,
): number {
  const gap = Math.min(Math.max(now - lastAnswerAt, SECOND), LONGEST_FAILING_GAP);
  return Math.ceil(now + Math.max(gap, retryAfter ?? 0));
}

/** Returns when to check an open pull request again: 30 s at first, then at gaps up to 15 min. */
export function nextPullCheckAt(since: number, now: number): number {
  const gap = Math.min(Math.max((now - since) / 20, PULL_GAP.shortest), PULL_GAP.longest);
  return Math.round(now + gap);
}

/** Whether an unsettled pull request was last checked too long ago for someone who has it open. */
export function isPullCheckStale(
  job: { pr_checked_at: number | null; pr_next_at: number | null },
  now: number,
): boolean {
  if (job.pr_next_at === null || job.pr_next_at <= now) return false;
  return job.pr_checked_at !== null && now - job.pr_checked_at > STALE_PULL_CHECK;
}

function gapAtAge(age: number): number {
  return Math.round(Math.min(Math.max((age / YOUNG) * SECOND, SECOND), LONGEST_GAP));
}
