import "server-only";
import {
  isDocumentedStatus,
  LINK_GRACE_MS,
  platformStatusFacts,
} from "../contract/api/job-states.ts";
import { DAY, HOUR } from "../contract/platform/vocabulary.ts";
import { LONGEST_PULL_GAP } from "../store/jobs/pull-requests.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long a job counts as young, polled every second. */
const YOUNG_JOB_AGE_MS = 2 * MINUTE;
const MAX_GAP_MS = 30 * SECOND;
/** While requests fail: a minute in the first hour, then longer. */
const MAX_FAILING_GAP_MS = 15 * MINUTE;
/** While the platform answers that it doesn't know the job. */
const MISSING_GAP = { shortest: 10 * SECOND, longest: HOUR };
/** While the platform's status is one that it doesn't document. */
const UNDOCUMENTED_GAP = { shortest: SECOND, longest: HOUR };
/** How long a job may be missing, or have an undocumented status, until its polls end. */
const MAX_UNCHANGED_MS = DAY;
/** How old an answer about a job without polls may be while a person has it open. */
const STALE_ANSWER_AGE_MS = MINUTE;
/** Least time between two checks of a job that people ask for. */
const MIN_MANUAL_GAP_MS = 3 * SECOND;
/** How old a pull request's state may be while a person has the job open. */
const STALE_PULL_CHECK_AGE_MS = 10 * SECOND;
const PULL_GAP = { shortest: 30 * SECOND, longest: LONGEST_PULL_GAP };

/** How long a settled job may take to become active after a follow-up. */
const MAX_ACTIVATION_MS = 30 * SECOND;

/**
 * Returns when to poll a job again: every second at first, then at gaps that grow with its age to 30 s;
 * null once it is settled. All times are epoch milliseconds.
 * @param job.beganAt when its current work began: its creation, or the last follow-up
 * @param job.followedUp whether that was a follow-up, which a settled job may not have started yet
 * @param job.changedAt when the platform's answer last changed; an undocumented status that hasn't
 *   changed for a day isn't polled anymore
 */
export function nextPollAt(
  job: {
    status: string;
    prLink: string | null;
    beganAt: number;
    followedUp: boolean;
    settledAt: number | null;
    changedAt: number;
  },
  now: number,
): number | null {
  const age = now - job.beganAt;
  if (!isDocumentedStatus(job.status)) {
    const unchanged = now - Math.max(job.changedAt, job.beganAt);
    // A word that changes at every poll, such as "step 12 of 40", is polled no more often than `active`.
    const gap = Math.max(gapAtAge(age), between(unchanged / 10, UNDOCUMENTED_GAP));
    return unchanged < MAX_UNCHANGED_MS ? Math.round(now + gap) : null;
  }
  if (!platformStatusFacts(job.status).settled || (job.followedUp && age < MAX_ACTIVATION_MS))
    return now + gapAtAge(age);
  if (job.status !== "completed" || job.prLink !== null) return null;
  const sinceSettled = now - (job.settledAt ?? now);
  return sinceSettled < LINK_GRACE_MS ? now + gapAtAge(sinceSettled) : null;
}

/**
 * Returns when to poll a job again that the platform doesn't know: at gaps that double from ten seconds
 * to an hour, because the platform may only have lost it for a while; null after a day.
 * @param since when it was missing for the first time
 */
export function nextPollWhileMissing(since: number, now: number): number | null {
  const missing = now - since;
  if (missing >= MAX_UNCHANGED_MS) return null;
  return Math.min(now + between(missing, MISSING_GAP), since + MAX_UNCHANGED_MS);
}

/**
 * Returns when to poll again after a failure. Each gap is as long as the time since the last answer, so
 * gaps double up to a minute without a counter; after an hour they grow to 15 minutes. `retryAfter` is
 * what the platform asked for, if anything.
 */
export function nextPollAfterFailure(
  lastAnswerAt: number,
  now: number,
  retryAfter: number | undefined,
): number {
  const failing = now - lastAnswerAt;
  const gap = Math.min(
    Math.max(failing, SECOND),
    Math.max(failing / 60, MINUTE),
    MAX_FAILING_GAP_MS,
  );
  return Math.ceil(now + Math.max(gap, retryAfter ?? 0));
}

/** Returns when to check an open pull request again: 30 s at first, then at gaps up to 15 min. */
export function nextPullCheckAt(since: number, now: number): number {
  return Math.round(now + between((now - since) / 20, PULL_GAP));
}

/**
 * Whether an unsettled pull request was last checked too long ago for someone who has it open. One whose check
 * failed is checked again at its time.
 */
export function isPullCheckStale(
  job: { pr_checked_at: number | null; pr_next_at: number | null; problem: string | null },
  now: number,
): boolean {
  if (job.problem !== null) return false;
  if (job.pr_next_at === null || job.pr_next_at <= now) return false;
  return job.pr_checked_at !== null && now - job.pr_checked_at > STALE_PULL_CHECK_AGE_MS;
}

/** Whether to poll a settled or given-up job for someone who opened it. */
export function isAnswerStale(
  job: { platform_job_id: string | null; next_poll_at: number | null; asked_at: number | null },
  now: number,
): boolean {
  const hasNoPolls = job.platform_job_id !== null && job.next_poll_at === null;
  return hasNoPolls && now - (job.asked_at ?? 0) >= STALE_ANSWER_AGE_MS;
}

/** Whether a person may have the job polled now: not right after another poll. */
export function mayCheckAgain(job: { asked_at: number | null }, now: number): boolean {
  return now - (job.asked_at ?? 0) >= MIN_MANUAL_GAP_MS;
}

function between(gap: number, { shortest, longest }: { shortest: number; longest: number }) {
  return Math.min(Math.max(gap, shortest), longest);
}

function gapAtAge(age: number): number {
  return Math.round(Math.min(Math.max((age / YOUNG_JOB_AGE_MS) * SECOND, SECOND), MAX_GAP_MS));
}
