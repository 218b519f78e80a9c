import "server-only";
import type { Clock } from "../../clock.ts";
import type { Database } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import type { NamedAgent } from "../agent/agent.ts";
import { plain } from "../agent/plain-text.ts";
import {
  type Clone,
  type DocsRepository,
  fetchOrigin,
  mergeBase,
  pushBranch,
  tipOf,
} from "../host/clone.ts";
import { commitTree, readCommit, signedMessage, treeOf } from "../host/commit.ts";
import type { PullRow } from "../host/pull-rows.ts";
import { removeWorktrees, withWorktree } from "../host/worktree.ts";
import type { PlatformSchema } from "../schema.ts";
import type { Claim } from "./claims.ts";
import { bodyOf, titleOf } from "./description.ts";
import type { Change } from "./outcome.ts";

export interface WorkContext {
  repository: DocsRepository;
  database: Database<PlatformSchema>;
  clock: Clock;
  agent: NamedAgent;
  /** Asked before anything is pushed; throws when the job is no longer ours. */
  confirm: () => Promise<void>;
}

/** Where the work for a prompt begins and where it is pushed to. */
interface Target {
  branch: string;
  start: string;
  /** Where the branch ends now; null while it is not there. */
  tip: string | null;
}

/**
 * Has the agent work off a claimed prompt and pushes what it changed; null when it changed nothing.
 * Begins anew after an attempt that was cut off, and only finishes one that had been pushed.
 * @throws {AgentFailed} @throws {GitFailed}
 */
export async function carryOut(
  context: WorkContext,
  claim: Claim,
  signal: AbortSignal,
): Promise<Change | null> {
  const { job, message } = claim;
  const clone = await context.repository.clone();
  await removeWorktrees(clone, job.id);
  await fetchOrigin(clone, signal);
  const base = await tipOf(clone, job.ref);
  if (base === null) throw new AppError("unavailable", `The repository has no branch ${job.ref}.`);
  const pulls = await pullsOf(context, job.id);
  const target = await targetOf(clone, claim, base, pulls);
  const pushed = await alreadyPushed(clone, claim, target, pulls);
  if (pushed) return describe(clone, claim, pushed.branch, pushed.commit, pushed.summary);

  const made = await withWorktree(clone, job.id, target.start, async ({ folder, tree }) => {
    const { summary } = await context.agent.run({ folder, prompt: message.prompt, signal });
    const result = await tree();
    if (result === (await treeOf(clone, target.start))) return null;
    const text = plain(summary);
    const signed = signedMessage(titleOf(message.prompt), text, { ...job, messageId: message.id });
    const commit = { tree: result, parents: [target.start], message: signed };
    return { commit: await commitTree(clone, context.clock, commit), summary: text };
  });
  if (!made) return null;
  signal.throwIfAborted();
  await context.confirm();
  const { branch, tip: expected } = target;
  await pushBranch(clone, { branch, commit: made.commit, expected, signal });
  return describe(clone, claim, branch, made.commit, made.summary);
}

/** An open pull request is continued; otherwise the work begins at the base, on a new branch. */
async function targetOf(
  clone: Clone,
  { job, message }: Claim,
  base: string,
  pulls: readonly PullRow[],
): Promise<Target> {
  const last = pulls.at(-1);
  if (last?.state === "open") {
    const tip = await tipOf(clone, last.branch);
    return { branch: last.branch, start: tip ?? last.head_commit, tip };
  }
  const again = pulls.length === 0 ? "" : `-${pulls.length + 1}`;
  const words = titleOf(message.prompt)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["docs"];
  const slug = words.join("-").slice(0, 40).replace(/-$/, "");
  const branch = `errata/${slug}-${job.id.replace(/^job_/, "").slice(0, 10)}${again}`;
  return { branch, start: base, tip: await tipOf(clone, branch) };
}

/**
 * The commit that an earlier attempt pushed for this prompt before it was cut off: at the end of
 * the branch, or merged or closed with its pull request in the meantime.
 */
async function alreadyPushed(
  clone: Clone,
  { message }: Claim,
  target: Target,
  pulls: readonly PullRow[],
): Promise<{ branch: string; commit: string; summary: string } | null> {
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

async function describe(
  clone: Clone,
  { job, message }: Claim,
  branch: string,
  headCommit: string,
  summary: string,
): Promise<Change> {
  const base = await tipOf(clone, job.ref);
  const from = base && (await mergeBase(clone, base, headCommit));
  return {
    branch,
    base: job.ref,
    baseCommit: from ?? headCommit,
    headCommit,
    title: titleOf(message.prompt),
    body: bodyOf(message.prompt, job, summary),
  };
}

async function pullsOf({ database }: WorkContext, jobId: string): Promise<PullRow[]> {
  const query = database.query.selectFrom("platform_pull").selectAll();
  return query.where("job_id", "=", jobId).orderBy("number").execute();
}
