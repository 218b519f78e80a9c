import "server-only";
import type { Clock } from "../../clock.ts";
import type { Database } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { plain } from "../../text/plain-text.ts";
import type { NamedAgent } from "../agent/agent.ts";
import type { Redactor } from "../agent/redact.ts";
import { endStrays } from "../agent/strays.ts";
import { withCheckout } from "../host/checkout.ts";
import {
  type Clone,
  fetchOrigin,
  mergeBase,
  pushBranch,
  tipOf,
  wasOvertaken,
} from "../host/clone.ts";
import type { CodeHost } from "../host/code-host.ts";
import { commitTree, signedMessage, treeOf } from "../host/commit.ts";
import { GitFailed } from "../host/git.ts";
import { removeWorktrees } from "../host/worktree.ts";
import type { PlatformSchema } from "../schema.ts";
import { withBase } from "./base-branch.ts";
import type { Claim } from "./claims.ts";
import { bodyOf, markdownOf, titleOf } from "./description.ts";
import { earlierPrompts } from "./job-rows.ts";
import { withKeptOutput } from "./kept-output.ts";
import type { Change } from "./outcome.ts";
import { pullsOf } from "./pulls-of-job.ts";
import { withoutReferences } from "./references.ts";
import { alreadyPushed, type Made, type Target, targetOf } from "./target.ts";

export interface WorkContext {
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
export async function carryOut(
  context: WorkContext,
  claimed: Claim,
  signal: AbortSignal,
): Promise<Change | null> {
  const { message } = claimed;
  const { host, database } = context;
  const job = await withBase(database, host.repository, claimed.job);
  const claim = { ...claimed, job };
  const clone = await host.repository.clone();
  await removeLeftovers(clone, job.id);
  await host.github?.check();
  await fetchOrigin(clone, signal);
  const base = await tipOf(clone, job.ref);
  if (base === null) throw new AppError("unavailable", `The repository has no branch ${job.ref}.`);
  const pulls = await pullsOf(context, job.id);
  const earlier = await earlierPrompts(database, message);
  const target = await targetOf(clone, claim, earlier[0] ?? message.prompt, base, pulls);
  const made =
    (await alreadyPushed(clone, claim, target, pulls)) ??
    (await make(context, clone, claim, { target, earlier }, signal));
  return made && describe(context, clone, claim, made, signal);
}

/** Ends and removes what an attempt left behind that was cut off with its server. */
export async function removeLeftovers(clone: Clone, jobId: string): Promise<void> {
  await endStrays(`${jobId}/`);
  await removeWorktrees(clone, jobId);
}

/** Has the agent change files, and pushes them as one commit. */
async function make(
  context: WorkContext,
  clone: Clone,
  claim: Claim,
  { target, earlier }: { target: Target; earlier: readonly string[] },
  signal: AbortSignal,
): Promise<Made | null> {
  const { job, message } = claim;
  const { branch, tip, start } = target;
  const made = await withCheckout(clone, job.id, start, async ({ folder, tree }) => {
    const { summary } = await withKeptOutput(context, message, async (output) => {
      const { prompt } = message;
      return context.agent.run({ folder, prompt, earlier, job: job.id, output, signal });
    });
    const text = context.redact(plain(summary));
    const result = await tree();
    if (result === (await treeOf(clone, start))) {
      return tip !== null && target.unopened ? { commit: tip, summary: text } : null;
    }
    const said = withoutReferences(text);
    const signed = signedMessage(titleOf(message.prompt), said, { ...job, messageId: message.id });
    const commit = { tree: result, parents: [start], message: signed };
    return { commit: await commitTree(clone, context.clock, commit), summary: text };
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
    if (!wasOvertaken(error)) {
      throw new AppError("unavailable", `The repository refused ${branch}. ${error.message}`);
    }
    const message = `Somebody pushed to ${branch} while the agent worked. Nothing was overwritten; send the follow-up again.`;
    throw new AppError("conflict", message);
  }
}

/** Opens the pull request where GitHub has it; ours is recorded together with the outcome. */
async function describe(
  { host }: WorkContext,
  clone: Clone,
  { job, message }: Claim,
  { branch, commit: headCommit, summary }: Made,
  signal: AbortSignal,
): Promise<Change> {
  const base = await tipOf(clone, job.ref);
  const from = base && (await mergeBase(clone, base, headCommit));
  const { prompt } = message;
  const title = titleOf(prompt);
  const mark = `<!-- errata:${job.id}:${message.id} -->`;
  const body = markdownOf(prompt, job, summary, mark);
  const wanted = { branch, base: job.ref, headCommit, title, body, mark, signal };
  const link = (await host.github?.open(wanted).catch(pushedOnly(branch))) ?? null;
  return {
    branch,
    base: job.ref,
    baseCommit: from ?? headCommit,
    headCommit,
    title,
    body: bodyOf(prompt, job, summary),
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
