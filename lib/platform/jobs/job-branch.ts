import "server-only";
import { branchTip, type Clone } from "../host/clone.ts";
import { readCommit } from "../host/commit.ts";
import type { PullRow } from "../host/pull-rows.ts";
import type { JobLease } from "./job-lease.ts";
import { pullTitle } from "./pull-description.ts";

/** Where the work for a prompt begins and where it is pushed to. */
export interface JobBranch {
  branch: string;
  start: string;
  /** Where the branch ends now; null while it is not there. */
  tip: string | null;
  /** Whether the branch holds work of this job that no pull request was opened for. */
  hasUnopenedWork: boolean;
}

/**
 * An open pull request is continued, and so is work that was pushed before its pull request could
 * not be opened; otherwise the work begins at the base, on a new branch.
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
    return { branch: last.branch, start: tip ?? last.head_commit, tip, hasUnopenedWork: false };
  }
  const branch = branchName(job.id, first, pulls.length);
  const tip = await branchTip(clone, branch);
  const hasUnopenedWork = tip !== null && (await readCommit(clone, tip)).messageId !== null;
  return { branch, start: hasUnopenedWork ? tip : base, tip, hasUnopenedWork };
}

/** Letters, digits and single hyphens alone, whatever the prompt is; unique by the job. */
export function branchName(jobId: string, prompt: string, pullsBefore: number): string {
  const words = pullTitle(prompt)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["docs"];
  const slug = words.join("-").slice(0, 40).replace(/-$/, "");
  const again = pullsBefore === 0 ? "" : `-${pullsBefore + 1}`;
  return `errata/${slug}-${jobId.replace(/^job_/, "").slice(0, 10)}${again}`;
}

/** A commit that has the work for a prompt, and what the agent says of it. */
export interface JobCommit {
  branch: string;
  commit: string;
  summary: string;
}

/**
 * The commit that an earlier attempt pushed for this prompt before it was cut off: at the end of
 * the branch, or merged or closed with its pull request in the meantime.
 */
export async function findPushedCommit(
  clone: Clone,
  { message }: JobLease,
  target: JobBranch,
  pulls: readonly PullRow[],
): Promise<JobCommit | null> {
  const last = pulls.at(-1);
  const places = [{ branch: target.branch, commit: target.tip }];
  if (last && last.state !== "open") places.push({ branch: last.branch, commit: last.head_commit });
  for (const { branch, commit } of places) {
    if (commit === null) continue;
    const { messageId, text } = await readCommit(clone, commit);
    if (messageId === message.id) return { branch, commit, summary: text };
  }
  return null;
}
