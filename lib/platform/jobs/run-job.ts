import "server-only";
import type { Clock } from "../../clock.ts";
import type { Database } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { displayable } from "../../text/displayable.ts";
import type { NamedAgent } from "../agent/agent.ts";
import { killOrphans } from "../agent/orphan-processes.ts";
import type { Redactor } from "../agent/redact.ts";
import { withCheckout } from "../host/checkout.ts";
import {
  branchTip,
  type Clone,
  fetchOrigin,
  isStalePush,
  mergeBase,
  pushBranch,
} from "../host/clone.ts";
import type { CodeHost } from "../host/code-host.ts";
import { commitMessage, createCommit, treeOf } from "../host/commit.ts";
import { GitFailed } from "../host/git.ts";
import { removeWorktrees } from "../host/worktree.ts";
import type { PlatformSchema } from "../schema.ts";
import { withBaseBranch } from "./base-branch.ts";
import { escapeReferences } from "./escape-references.ts";
import { findPushedCommit, type JobBranch, type JobCommit, selectJobBranch } from "./job-branch.ts";
import type { JobLease } from "./job-lease.ts";
import { jobPulls } from "./job-pulls.ts";
import { earlierPrompts } from "./job-rows.ts";
import { pullBody, pullMarkdown, pullTitle } from "./pull-description.ts";
import type { Change } from "./record-result.ts";
import { withSavedOutput } from "./save-output.ts";

export interface JobContext {
  host: CodeHost;
  database: Database<PlatformSchema>;
  clock: Clock;
  log: Log;
  agent: NamedAgent;
  redact: Redactor;
  /** Asked before anything is pushed; throws when the job is no longer ours. */
  confirm: () => Promise<void>;
}

/**
 * Has the agent work off a claimed prompt and pushes what it changed; null when it changed nothing.
 * Begins anew after an attempt that was cut off, and only finishes one that had been pushed.
 * @throws {AgentFailed} @throws {AppError}
 */
export async function runJob(
  context: JobContext,
  claimed: JobLease,
  signal: AbortSignal,
): Promise<Change | null> {
  const { message } = claimed;
  const { host, database } = context;
  const job = await withBaseBranch(database, host.repository, claimed.job);
  const claim = { ...claimed, job };
  const clone = await host.repository.clone();
  await cleanUpAttempt(clone, job.id);
  await host.github?.check();
  await fetchOrigin(clone, signal);
  const base = await branchTip(clone, job.ref);
  if (base === null) throw new AppError("unavailable", `The repository has no branch ${job.ref}.`);
  const pulls = await jobPulls(context, job.id);
  const earlier = await earlierPrompts(database, message);
  const target = await selectJobBranch(clone, claim, earlier[0] ?? message.prompt, base, pulls);
  const made =
    (await findPushedCommit(clone, claim, target, pulls)) ??
    (await make(context, clone, claim, { target, earlier }, signal));
  return made && describe(context, clone, claim, made, signal);
}

/** Ends and removes what an attempt left behind that was cut off with its server. */
export async function cleanUpAttempt(clone: Clone, jobId: string): Promise<void> {
  await killOrphans(`${jobId}/`);
  await removeWorktrees(clone.worktrees, jobId);
}

/** Has the agent change files, and pushes them as one commit. */
async function make(
  context: JobContext,
  clone: Clone,
  claim: JobLease,
  { target, earlier }: { target: JobBranch; earlier: readonly string[] },
  signal: AbortSignal,
): Promise<JobCommit | null> {
  const { job, message } = claim;
  const { branch, tip, start } = target;
  const made = await withCheckout(clone, job.id, start, async ({ folder, tree }) => {
    const { summary } = await withSavedOutput(context, message, async (output) => {
      const { prompt } = message;
      return context.agent.run({ folder, prompt, earlier, job: job.id, output, signal });
    });
    const text = context.redact(displayable(summary));
    const result = await tree();
    if (result === (await treeOf(clone, start))) {
      return tip !== null && target.hasUnopenedWork ? { commit: tip, summary: text } : null;
    }
    const said = escapeReferences(text);
    const signed = commitMessage(pullTitle(message.prompt), said, {
      ...job,
      messageId: message.id,
    });
    const commit = { tree: result, parents: [start], message: signed };
    return { commit: await createCommit(clone, context.clock, commit), summary: text };
  });
  if (!made) return null;
  if (made.commit !== tip) {
    signal.throwIfAborted();
    await context.confirm();
    await push(clone, { branch, commit: made.commit, expected: tip, signal });
  }
  return { ...made, branch };
}

async function push(clone: Clone, wanted: Parameters<typeof pushBranch>[1]): Promise<void> {
  try {
    await pushBranch(clone, wanted);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const { branch } = wanted;
    if (!isStalePush(error)) {
      throw new AppError("unavailable", `The repository refused ${branch}. ${error.message}`);
    }
    const message = `Somebody pushed to ${branch} while the agent worked. Nothing was overwritten; send the follow-up again.`;
    throw new AppError("conflict", message);
  }
}

/** Opens the pull request where GitHub has it; ours is recorded together with the outcome. */
async function describe(
  { host }: JobContext,
  clone: Clone,
  { job, message }: JobLease,
  { branch, commit: headCommit, summary }: JobCommit,
  signal: AbortSignal,
): Promise<Change> {
  const base = await branchTip(clone, job.ref);
  const from = base && (await mergeBase(clone, base, headCommit));
  const { prompt } = message;
  const title = pullTitle(prompt);
  const mark = `<!-- errata:${job.id}:${message.id} -->`;
  const body = pullMarkdown(prompt, job, summary, mark);
  const wanted = { branch, base: job.ref, headCommit, title, body, mark, signal };
  const link = (await host.github?.open(wanted).catch(pushedOnly(branch))) ?? null;
  return {
    branch,
    base: job.ref,
    baseCommit: from ?? headCommit,
    headCommit,
    title,
    body: pullBody(prompt, job, summary),
    link,
  };
}

function pushedOnly(branch: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError)) throw error;
    const kept = `The changes are on branch ${branch}; a follow-up message tries again from there.`;
    throw new AppError(error.code, `${error.message} ${kept}`);
  };
}
