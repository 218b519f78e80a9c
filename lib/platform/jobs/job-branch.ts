import "server-only";
import { branchTip, type Clone, mergeBase } from "../host/clone.ts";
import { readCommit } from "../host/commit.ts";
import type { PullRow } from "../host/pull-rows.ts";
import type { JobLease } from "./job-lease.ts";
import { pullTitle } from "./pull-description.ts";

/** The branch that a prompt's changes are pushed to, and the commit they start from. */
export interface JobBranch {
  branch: string;
  start: string;
  /** The commit where the branch left its base. */
  fork: string;
  /** The branch's current head; null if the branch doesn't exist. */
  tip: string | null;
  /** Whether the branch has commits of this job without a pull request. */
  hasUnopenedWork: boolean;
}

/**
 * Continues an open pull request, or commits that were pushed before opening the pull request failed.
 * Otherwise starts a new branch at the base.
 * @param first the job's first prompt, which its branches are named after
 */
export async function selectJobBranch(
  clone: Clone,
  { job }: JobLease,
  first: string,
  base: string,
  pulls: readonly PullRow[],
): Promise<JobBranch> {
  const last = pulls.at(-1);
  if (last?.state === "open") {
    const tip = await branchTip(clone, last.branch);
    const start = tip ?? last.head_commit;
    const fork = (await mergeBase(clone, base, start)) ?? start;
    return { branch: last.branch, start, fork, tip, hasUnopenedWork: false };
  }
  const branch = branchName(job.id, first, pulls.length);
  const tip = await branchTip(clone, branch);
  const hasUnopenedWork = tip !== null && (await readCommit(clone, tip)).messageId !== null;
  const start = hasUnopenedWork ? tip : base;
  const fork = hasUnopenedWork ? ((await mergeBase(clone, base, start)) ?? start) : base;
  return { branch, start, fork, tip, hasUnopenedWork };
}

/** Returns a branch name of letters, digits and single hyphens, unique per job and pull request. */
export function branchName(jobId: string, prompt: string, pullsBefore: number): string {
  const words = pullTitle(prompt)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["docs"];
  const slug = words.join("-").slice(0, 40).replace(/-$/, "");
  const suffix = pullsBefore === 0 ? "" : `-${pullsBefore + 1}`;
  return `errata/${slug}-${jobId.replace(/^job_/, "").slice(0, 10)}${suffix}`;
}

/** A commit with a prompt's changes, and the agent's summary of them. */
export interface JobCommit {
  branch: string;
  commit: string;
  summary: string;
}

/**
 * Returns the commit that an interrupted attempt already pushed for this prompt: the head of the
 * branch, or of a pull request that was merged or closed since.
 */
export async function findPushedCommit(
  clone: Clone,
  { message }: JobLease,
  jobBranch: JobBranch,
  pulls: readonly PullRow[],
): Promise<JobCommit | null> {
  const last = pulls.at(-1);
  const candidates = [{ branch: jobBranch.branch, commit: jobBranch.tip }];
  if (last && last.state !== "open")
    candidates.push({ branch: last.branch, commit: last.head_commit });
  for (const { branch, commit } of candidates) {
    if (commit === null) continue;
    const { messageId, text } = await readCommit(clone, commit);
    if (messageId === message.id) return { branch, commit, summary: text };
  }
  return null;
}
