import "server-only";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long a job counts as young, polled every second. */
const YOUNG = 2 * MINUTE;
const LONGEST_GAP = 30 * SECOND;
const LONGEST_FAILING_GAP = MINUTE;
/** How old a look at a pull request may be while somebody watches. */
const PULL_GLANCE = 10 * SECOND;
const PULL_GAP = { shortest: 30 * SECOND, longest: 15 * MINUTE };
/** How long a completed job may still be about to name its pull request (contract/observed.md). */
export const LINK_GRACE = 10 * MINUTE;

/** How long a settled job may take to become active after a follow-up. */
const UPTAKE = 30 * SECOND;

const SETTLED = new Set(["completed", "failed", "archived"]);

/** Whether the platform's status is an end (contract: "Agent job `status`"); unknown ones are not. */
export function isSettled(status: string): boolean {
  return SETTLED.has(status);
}

/**
 * When to ask about a job again after an answer: every second while its work is young, then at gaps
 * that grow with its age to 30 s; null once nothing is left to learn. All instants in epoch
 * milliseconds.
 * @param job.beganAt when its work began: its creation, or the last follow-up
 * @param job.followedUp whether the work is a follow-up's, which a settled job may not have taken up
 */
export function nextPollAt(
  job: {
    state: string;
    prLink: string | null;
    beganAt: number;
    followedUp: boolean;
    settledAt: number | null;
  },
  now: number,
): number | null {
  const age = now - job.beganAt;
  if (!isSettled(job.state) || (job.followedUp && age < UPTAKE)) return now + gapAtAge(age);
  if (job.state !== "completed" || job.prLink !== null) return null;
  const sinceSettled = now - (job.settledAt ?? now);
  return sinceSettled < LINK_GRACE ? now + gapAtAge(sinceSettled) : null;
}

/**
 * When to ask again after a failure: each gap is as long as the silence so far, so that gaps double
 * up to a minute without a counter to keep. `retryAfter` is what the platform asked for, if it did.
 */
export function nextPollAfterFailure(
  lastAnswerAt: number,
  now: number,
  retryAfter: number | undefined,
): number {
  const gap = Math.min(Math.max(now - lastAnswerAt, SECOND), LONGEST_FAILING_GAP);
  return Math.ceil(now + Math.max(gap, retryAfter ?? 0));
}

/**
 * When to look at an open pull request again: after 30 s while it is new, then at gaps that grow
 * with its age to 15 min.
 */
export function nextPullCheckAt(since: number, now: number): number {
  const gap = Math.min(Math.max((now - since) / 20, PULL_GAP.shortest), PULL_GAP.longest);
  return Math.round(now + gap);
}

/** Whether a pull request that may still change was last looked at longer ago than a person waits. */
export function isLookedAtLongAgo(
  job: { pr_checked_at: number | null; pr_next_at: number | null },
  now: number,
): boolean {
  if (job.pr_next_at === null || job.pr_next_at <= now) return false;
  return job.pr_checked_at !== null && now - job.pr_checked_at > PULL_GLANCE;
}

function gapAtAge(age: number): number {
  return Math.round(Math.min(Math.max((age / YOUNG) * SECOND, SECOND), LONGEST_GAP));
}
