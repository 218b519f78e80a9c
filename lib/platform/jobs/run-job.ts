import "server-only";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import type { Waiting } from "../../code-hosts/pull-host.ts";
import type { AgentBudget } from "../../config/agent-budget.ts";
import type { Leash } from "../../contract/api/leash.ts";
import { AppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { runWithPauses } from "../../pause.ts";
import { displayable } from "../../text/displayable.ts";
import { AgentFailed, type NamedAgent } from "../agent/agent.ts";
import { killOrphans } from "../agent/orphan-processes.ts";
import type { Redactor } from "../agent/redact.ts";
import { type Checkout, withCheckout } from "../host/checkout.ts";
import {
  branchTip,
  type Clone,
  fetchOrigin,
  isStalePush,
  mergeBase,
  pushBranch,
  restoreSettings,
} from "../host/clone.ts";
import type { CodeHost } from "../host/code-host.ts";
import { combinePacks } from "../host/combine-packs.ts";
import { commitMessage, createCommit, hasCommit, treeOf } from "../host/commit.ts";
import { listFiles } from "../host/docs-files.ts";
import { GitFailed } from "../host/git.ts";
import { removeWorktrees } from "../host/worktree.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { withBaseBranch } from "./base-branch.ts";
import { checkChange } from "./check-change.ts";
import type { DocsCheck } from "./check-command.ts";
import { escapeReferences } from "./escape-references.ts";
import type { SecretFinder } from "./find-secrets.ts";
import { dropHeld, findHeld, HeldForPerson, holdChange } from "./held-changes.ts";
import { findPushedCommit, type JobBranch, type JobCommit, selectJobBranch } from "./job-branch.ts";
import { checkDocumentation, forgetChecks } from "./job-checks.ts";
import type { JobLease, JobMessage } from "./job-lease.ts";
import { type FindFiles, findPages, type JobPage, parsePages } from "./job-pages.ts";
import { jobPulls } from "./job-pulls.ts";
import { earlierMessages, recordPages, recordReportOnly } from "./job-rows.ts";
import { findLeashViolations, type LeashOf, packTrees, unpackTrees } from "./leash.ts";
import { pullBody, pullMarkdown, pullTitle, wordedTitle } from "./pull-description.ts";
import type { PushedChange } from "./record-result.ts";
import { addOutput } from "./report.ts";
import { withSavedOutput } from "./save-output.ts";
import { remainingBudget } from "./spending.ts";

/** The reasons to end a run early. */
export interface RunSignals {
  /** Aborted when the server stops, or another process has the job. */
  signal: AbortSignal;
  /** Aborted with the `StopMode` when someone stops the job. */
  stop: AbortSignal;
}

/** Someone stopped the job, and there is nothing to keep. */
export class StoppedByPerson extends Error {}

export interface JobContext {
  host: CodeHost;
  database: PlatformDatabase;
  clock: Clock;
  log: Log;
  agent: NamedAgent;
  redact: Redactor;
  /** Finds secrets in a change before it is pushed. */
  findSecrets: SecretFinder;
  findFiles: FindFiles;
  /** The limits of the project's agents. */
  leashOf: LeashOf;
  /** The command that checks the documentation; null without one. */
  docsCheck: DocsCheck | null;
  budget: AgentBudget;
  /** Called before pushing. Throws if this process no longer holds the job's lease. */
  confirmLease: () => Promise<void>;
}

/**
 * Runs the agent on a leased prompt and pushes its changes. Starts over after an interrupted attempt,
 * unless that attempt had already pushed its commit.
 * @returns null if the agent changed nothing
 * @throws {AgentFailed} @throws {AppError}
 */
export async function runJob(
  context: JobContext,
  acquired: JobLease,
  signals: RunSignals,
): Promise<PushedChange | null> {
  const { message } = acquired;
  const { host, database } = context;
  // Until the agent has done something, there is nothing to keep.
  const signal = AbortSignal.any([signals.signal, signals.stop]);
  const job = await withBaseBranch(database, host.repository, acquired.job);
  const lease = { ...acquired, job };
  const clone = await host.repository.clone();
  await cleanUpAttempt(clone, job.id);
  await host.elsewhere?.check(waitingFor(context, message, signal));
  await fetchOrigin(clone, signal);
  await combineAllPacks(context, clone);
  const base = await branchTip(clone, job.ref);
  if (base === null)
    throw new AppError(
      "unavailable",
      `Branch ${job.ref} doesn't exist in the repository. Check DOCS_BRANCH.`,
    );
  const pulls = await jobPulls(context, job.id);
  const earlier = await earlierMessages(database, message);
  const first = earlier[0]?.prompt ?? message.prompt;
  const jobBranch = await selectJobBranch(clone, lease, first, base, pulls);
  const pages = await pagesOf(context, clone, lease, { commit: jobBranch.start, earlier });
  const prompts = earlier.map(({ prompt }) => prompt);
  const commit =
    (await findPushedCommit(clone, lease, jobBranch, pulls)) ??
    (await pushHeld(context, clone, lease, jobBranch, signals)) ??
    (await runAgent(context, clone, lease, { jobBranch, earlier: prompts, pages }, signals));
  const isFirst = !pulls.some(({ branch }) => branch === commit?.branch);
  return commit && openPullRequest(context, clone, lease, { ...commit, pages, isFirst }, signals);
}

/** Resolves the prompt's pages at the commit that its first run starts from. Later runs use the same files. */
async function pagesOf(
  { database, findFiles }: JobContext,
  clone: Clone,
  { job, message }: JobLease,
  { commit, earlier }: { commit: string; earlier: readonly JobMessage[] },
): Promise<JobPage[]> {
  const recorded = parsePages(message.pages);
  if (recorded) return recorded;
  const pages = await findPages(message.prompt, {
    files: await listFiles(clone, commit),
    find: (addresses) => findFiles(job.project_id, commit, addresses),
    known: earlier.flatMap((each) => parsePages(each.pages) ?? []),
  });
  await recordPages(database, message.id, pages);
  return pages;
}

/** A failure only leaves more files. */
async function combineAllPacks({ log }: JobContext, clone: Clone): Promise<void> {
  const folders = clone.isSample ? [clone.folder, clone.origin] : [clone.folder];
  for (const folder of folders) {
    await combinePacks({ folder, home: clone.home }).catch((err: unknown) => {
      log.warn({ err }, "git couldn't combine the packs of a repository");
    });
  }
}

/** Undoes an interrupted attempt: kills its processes, and removes its checkouts and settings. */
export async function cleanUpAttempt(clone: Clone, jobId: string): Promise<void> {
  await killOrphans(`${jobId}/`, join(await realpath(clone.worktrees), `${jobId}-`));
  await removeWorktrees(clone.worktrees, jobId);
  await restoreSettings(clone);
}

/** Runs the agent in a checkout and pushes its changes as one commit. */
async function runAgent(
  context: JobContext,
  clone: Clone,
  lease: JobLease,
  given: { jobBranch: JobBranch; earlier: readonly string[]; pages: readonly JobPage[] },
  { signal, stop }: RunSignals,
): Promise<JobCommit | null> {
  const { job, message } = lease;
  const { jobBranch, earlier, pages } = given;
  const { branch, tip, start } = jobBranch;
  const { database, clock } = context;
  await forgetChecks(context, lease);
  const budget = await remainingBudget(database, job, context.budget, clock.now());
  const { reportOnly } = await context.leashOf(job.project_id, start);
  await recordReportOnly(database, message.id, reportOnly);
  const jobCommit = await withCheckout(clone, job.id, start, async (checkout) => {
    const { summary, tree: newTree } = await withSavedOutput(context, message, async (output) => {
      const { prompt } = message;
      const { folder } = checkout;
      const run = await context.agent.run({
        folder,
        prompt,
        pages,
        earlier,
        job: job.id,
        budget,
        reportOnly,
        output,
        signal,
        stop,
      });
      if (stop.reason === "discard") throw new StoppedByPerson();
      const { tree, undone } = reportOnly
        ? await reportedTree(clone, start, checkout)
        : await checkout.tree();
      // If nothing changed, only the job's output can say this.
      for (const line of undone) output.print(`\n${line}\n`);
      return { tree, summary: [run.summary, ...undone].join("\n") };
    });
    const text = await redactTokens(context, displayable(summary));
    if (newTree === (await treeOf(clone, start))) {
      if (stop.aborted) throw new StoppedByPerson();
      return tip !== null && jobBranch.hasUnopenedWork ? { commit: tip, summary: text } : null;
    }
    await checkChange(checkout.objects, start, newTree, context.findSecrets);
    const { objects } = checkout;
    const checked = { clone, objects, from: jobBranch.fork, to: newTree };
    await checkDocumentation(context, lease, checked, { signal, stop });
    if (stop.reason === "discard") throw new StoppedByPerson();
    const change = { start, tree: newTree, summary: text };
    await stopAtLeash(context, lease, checkout, { ...change, branch, isDraft: stop.aborted });
    await checkout.keep(newTree);
    return commitChange(context, clone, lease, change);
  });
  if (!jobCommit) return null;
  if (jobCommit.commit !== tip) {
    await pushCommit(context, clone, { commit: jobCommit.commit, jobBranch }, { signal, stop });
  }
  return { ...jobCommit, branch };
}

/** Returns the tree that an agent started from which only reports, and says so if it changed something. */
async function reportedTree(
  clone: Clone,
  start: string,
  checkout: Pick<Checkout, "tree">,
): Promise<{ tree: string; undone: string[] }> {
  const tree = await treeOf(clone, start);
  const made = await checkout.tree().catch((error: unknown) => {
    // A change that couldn't be pushed.
    if (error instanceof AgentFailed) return null;
    throw error;
  });
  if (made?.tree === tree) return { tree, undone: [] };
  return {
    tree,
    undone: ["Agents only report in this project. What this one changed wasn't kept."],
  };
}

async function commitChange(
  { clock }: JobContext,
  clone: Clone,
  { job, message: { id, prompt } }: JobLease,
  { start, tree, summary }: { start: string; tree: string; summary: string },
): Promise<{ commit: string; summary: string }> {
  const ids = { ...job, messageId: id };
  const message = commitMessage(pullTitle(prompt), escapeReferences(summary), ids);
  return { commit: await createCommit(clone, clock, { tree, parents: [start], message }), summary };
}

async function pushCommit(
  context: JobContext,
  clone: Clone,
  { commit, jobBranch: { branch, tip } }: { commit: string; jobBranch: JobBranch },
  { signal, stop }: RunSignals,
): Promise<void> {
  signal.throwIfAborted();
  await context.confirmLease();
  if (stop.reason === "discard") throw new StoppedByPerson();
  await push(clone, { branch, commit, expected: tip, signal });
}

/** @throws {HeldForPerson} for a change beyond what the agent may do, which then waits in the database */
async function stopAtLeash(
  { database, clock, leashOf }: JobContext,
  lease: JobLease,
  { objects, scratch }: Checkout,
  change: { start: string; tree: string; summary: string; branch: string; isDraft: boolean },
): Promise<void> {
  const { start, tree, summary, branch, isDraft } = change;
  const leash = await leashOf(lease.job.project_id, start);
  const beyond = await findLeashViolations(objects, { from: start, to: tree, leash });
  if (!beyond) return;
  const trimmed = beyond.held.canTrim ? await beyond.trim(scratch) : null;
  const pack = await packTrees(objects, trimmed ? [tree, trimmed] : [tree], start);
  await holdChange(database, lease, {
    branch,
    start_commit: start,
    tree,
    trimmed_tree: trimmed,
    pack: pack.toString("base64"),
    summary,
    is_draft: Number(isDraft),
    held: beyond.held,
    created_at: clock.now(),
  });
  throw new HeldForPerson();
}

/**
 * Pushes a change that someone allowed, or the part of it that they kept.
 * @returns null if there is none. If its branch has moved in the meantime, it is dropped, and the agent
 * starts over.
 */
async function pushHeld(
  context: JobContext,
  clone: Clone,
  lease: JobLease,
  jobBranch: JobBranch,
  signals: RunSignals,
): Promise<JobCommit | null> {
  const { database } = context;
  const { message } = lease;
  const held = await findHeld(database, message.id);
  if (!held) return null;
  if (held.decision === null) throw new HeldForPerson();
  const { branch, start_commit: start, summary } = held;
  const isOutdated = branch !== jobBranch.branch || (jobBranch.tip ?? start) !== start;
  if (isOutdated || !(await hasCommit(clone, start))) {
    await dropHeld(database, message.id);
    return null;
  }
  await unpackTrees(clone, Buffer.from(held.pack, "base64"));
  const trimmed = held.decision === "trim" ? held.trimmed_tree : null;
  const tree = trimmed ?? held.tree;
  // The check before included the files that are left out now.
  if (trimmed) {
    const checked = { clone, objects: clone, from: jobBranch.fork, to: tree };
    await checkDocumentation(context, lease, checked, signals);
  }
  const committed = await commitChange(context, clone, lease, { start, tree, summary });
  await pushCommit(context, clone, { commit: committed.commit, jobBranch }, signals);
  return { ...committed, branch };
}

/** Removes secrets from a summary, which becomes part of the commit and of the pull request. */
async function redactTokens({ redact, findSecrets }: JobContext, summary: string): Promise<string> {
  const text = redact(summary);
  return [...(await runWithPauses(findSecrets(text))).keys()].reduce(
    (result, token) => result.replaceAll(token, "[secret]"),
    text,
  );
}

async function push(clone: Clone, options: Parameters<typeof pushBranch>[1]): Promise<void> {
  try {
    await pushBranch(clone, options);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const { branch } = options;
    if (!isStalePush(error)) {
      throw new AppError(
        "unavailable",
        `The repository rejected the push to ${branch}. ${error.message}`,
      );
    }
    const message = `Someone pushed to ${branch} while the agent was running. Nothing was overwritten. Send the follow-up again.`;
    throw new AppError("conflict", message);
  }
}

/** Tells in the job's output that it waits for the code host, because nothing else happens for up to an hour. */
function waitingFor(
  { host, database, clock, log }: JobContext,
  { id }: JobMessage,
  signal: AbortSignal,
): Waiting {
  const onWait = (milliseconds: number) => {
    log.warn({ milliseconds }, "rate limit of the code host reached; a job is waiting");
    const time = new Date(clock.now() + milliseconds).toISOString();
    const until = `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
    const line = `${host.elsewhere?.name} is limiting requests. The job continues at ${until}.`;
    addOutput(database, id, line).catch((err: unknown) =>
      log.warn({ err }, "couldn't save a job's output"),
    );
  };
  return { signal, onWait };
}

/** Opens a pull request on another code host. A built-in one is recorded together with the result. */
async function openPullRequest(
  context: JobContext,
  clone: Clone,
  { job, message }: JobLease,
  given: JobCommit & { pages: readonly JobPage[]; isFirst: boolean },
  { signal, stop }: RunSignals,
): Promise<PushedChange> {
  const { branch, commit: headCommit, summary, pages, isFirst } = given;
  const base = await branchTip(clone, job.ref);
  const from = base && (await mergeBase(clone, base, headCommit));
  const { prompt } = message;
  const leash = await context.leashOf(job.project_id, base ?? headCommit);
  const title = wordedTitle(prompt, leash.pullTitle);
  const wasStopped = stop.aborted || (await findHeld(context.database, message.id))?.is_draft === 1;
  const isDraft = leash.draft || wasStopped;
  const marker = `<!-- errata:${job.id}:${message.id} -->`;
  const described = { ...job, pages };
  const body = pullMarkdown(prompt, described, summary, {
    marker,
    pattern: leash.pullBody,
    closes: isDraft ? leash.closeDraftAfter : null,
  });
  const waiting = waitingFor(context, message, signal);
  const pull = { branch, base: job.ref, headCommit, title, body, marker, waiting, isDraft };
  const link = (await context.host.elsewhere?.open(pull).catch(mentionBranch(branch))) ?? null;
  if (link !== null && isFirst) await askFor(context, message, { link, leash, waiting });
  return {
    branch,
    base: job.ref,
    baseCommit: from ?? headCommit,
    headCommit,
    title,
    link,
    body: pullBody(prompt, described, summary, leash.pullBody),
    givesBack: leash.giveBack && !wasStopped,
  };
}

/** Asks for labels and reviews, as the project's settings say. What the host rejects is in the job's output. */
async function askFor(
  { host, database, log }: JobContext,
  { id }: JobMessage,
  { link, leash, waiting }: { link: string; leash: Leash; waiting: Waiting },
): Promise<void> {
  for (const problem of (await host.elsewhere?.ask(link, leash, waiting)) ?? []) {
    log.warn({ problem }, "couldn't complete a job's pull request");
    await addOutput(database, id, problem);
  }
}

function mentionBranch(branch: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError)) throw error;
    const recovery = `The changes are on branch ${branch}. Send a follow-up to continue from there.`;
    throw new AppError(error.code, `${error.message} ${recovery}`);
  };
}
