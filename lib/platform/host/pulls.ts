import "server-only";
import { settledReading } from "../../code-hosts/pull-host.ts";
import type { Actor } from "../../contract/api/people.ts";
import type {
  PullChanges,
  PullFile,
  PullRequest,
  PullSummary,
} from "../../contract/api/pull-request.ts";
import type { PullReading } from "../../contract/api/pull-states.ts";
import type { EditRequest, SeenHunk } from "../../contract/api/review-comments.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { createMutex } from "../../mutex.ts";
import { changeHunk, type HunkChange, type RecordChange } from "./change-hunk.ts";
import {
  branchTips,
  type Clone,
  type DocsRepository,
  fetchOrigin,
  isCheckedOutPush,
  isStalePush,
  pushBranch,
} from "./clone.ts";
import { committedAt, createCommit } from "./commit.ts";
import { diffToReview } from "./diff.ts";
import { discarding } from "./discard-hunk.ts";
import { editing } from "./edit-hunk.ts";
import { findText, type TextPlace } from "./find-text.ts";
import { GitFailed } from "./git.ts";
import { mergeTrees } from "./merge.ts";
import {
  createMergeCheck,
  isOnBranch,
  type PullBranches,
  type RequestedCommit,
  readPullBranches,
  recordMerge,
} from "./pull-branches.ts";
import { createPullCommits, type PullCommits } from "./pull-commits.ts";
import {
  closePull,
  findPull,
  newestPullOf,
  type PullRow,
  requireOpen,
  requirePull,
} from "./pull-rows.ts";
import { changesOf, type ShowContext, shownCommits } from "./shown-commits.ts";
import { tryFetch } from "./try-fetch.ts";
import { type RecordAction, updateBranch } from "./update-branch.ts";

/** The built-in code host. Failed actions throw `Conflict` with the reason and change nothing. */
export interface PullRequests {
  /** @param page page of the diff, starting at 1 */
  get(number: number, page?: number): Promise<PullRequest | null>;
  /** Returns what a job's newest pull request changes, also one on another code host; null if it has none. */
  ofJob(jobId: string, page: number): Promise<ChangeOfJob | null>;
  /**
   * Returns the first and the last commit of the diff of a job's newest pull request; null if it has none.
   * @param seen its last commit, as the person saw it: the repository is asked only if that isn't known
   */
  commitsOf(jobId: string, seen: string): Promise<PullCommits | null>;
  /** Returns the job of a pull request of the built-in host; null if there is none. */
  jobOf(number: number): Promise<{ projectId: string; platformJobId: string } | null>;
  /** Returns the last commit of the pull request that has a branch; null if the project has none. */
  headOf(projectId: string, branch: string): Promise<string | null>;
  /** Returns the state, and whether an open one conflicts, without reading the diff. */
  read(number: number): Promise<PullReading | null>;
  /** Newest first. */
  list(projectId: string): Promise<PullSummary[]>;
  /**
   * @param record called once before anything changes, after all checks; if it fails, nothing changes.
   * Afterwards only the repository can still reject the merge.
   * @param seen the last commit of the diff that the person saw. @throws {Conflict} if the branch is elsewhere
   */
  merge(number: number, record?: RecordAction, seen?: string): Promise<PullSummary>;
  /**
   * Restores the lines of one hunk of a job's open pull request with a commit of `by` on its branch, also on another code
   * host.
   * @throws {NotFound} @throws {Conflict} if it isn't what the person saw, or can't be restored
   */
  discard(jobId: string, seen: SeenHunk, by: Actor, record: RecordChange): Promise<void>;
  /** Like `discard`, with a new text for lines of the hunk. */
  edit(jobId: string, seen: EditRequest, by: Actor, record: RecordChange): Promise<void>;
  /**
   * Says whether the commit of such a request is on the branch of a job's pull request, as it was last fetched; null while it
   * isn't but its push may still arrive.
   */
  isPushed(jobId: string, made: RequestedCommit): Promise<boolean | null>;
  /**
   * Merges the base branch into the branch of an open one. Does nothing if it has everything of it.
   * @param record called once before anything changes
   */
  update(number: number, record?: RecordAction): Promise<PullSummary>;
  /** @param record called before the transaction commits; if it fails, nothing changes */
  close(number: number, record?: RecordAction): Promise<PullSummary>;
}

/** What a job's pull request changes. */
export interface ChangeOfJob {
  changes: PullChanges;
  /** All files, for a review. */
  files: PullFile[];
  /** Returns lines of the pages with the change that have one of these texts; none if that takes too long. */
  find(texts: readonly string[]): Promise<TextPlace[]>;
}

interface Context extends ShowContext {
  repository: DocsRepository;
}

/** Milliseconds between fetches for state requests. */
const FETCH_INTERVAL = 10_000;
/** Attempts to merge while the base branch keeps moving. */
const MAX_ATTEMPTS = 5;

export function createPulls(options: Omit<Context, "mergeable">): PullRequests {
  const context: Context = { ...options, mergeable: createMergeCheck() };
  const { repository, database } = context;
  const tipsOf = createTips(context);
  const commits = createPullCommits(context, tipsOf);

  return {
    get: async (number, page = 1) => {
      const row = await findPull(database, number);
      if (!row) return null;
      const clone = await repository.clone();
      const shown = await shownCommits(context, clone, row);
      return { ...summaryOf(shown.row), ...(await changesOf(clone, shown, page)) };
    },
    ofJob: async (jobId, page) => {
      const row = await newestPullOf(database, jobId);
      if (!row) return null;
      const clone = await repository.clone();
      const shown = await commits.read(clone, row);
      const [changes, files] = await Promise.all([
        changesOf(clone, shown, page),
        diffToReview(clone, shown.from, shown.head),
      ]);
      return {
        changes,
        files,
        find: async (texts) => {
          try {
            return await findText(clone, shown.head, texts);
          } catch (err) {
            context.log.warn({ err }, "couldn't search the documentation for what is left");
            return [];
          }
        },
      };
    },
    jobOf: async (number) => {
      const row = await findPull(database, number);
      return row && { projectId: row.project_id, platformJobId: row.job_id };
    },
    commitsOf: commits.of,
    headOf: commits.headOf,
    read: createStateReader(context, tipsOf),
    list: async (projectId) => {
      const own = database.query.selectFrom("platform_pull").where("link", "is", null);
      const query = own.selectAll();
      const found = query.where("project_id", "=", projectId).orderBy("number", "desc");
      return (await found.execute()).map(summaryOf);
    },
    isPushed: async (jobId, made) => {
      const row = await newestPullOf(database, jobId);
      return row !== null && isOnBranch(await repository.clone(), row, made);
    },
    ...createPullActions(context),
  };
}

/** Creates the function that reads the state of a pull request. */
function createStateReader(
  context: Context,
  tipsOf: ReturnType<typeof createTips>,
): PullRequests["read"] {
  const { repository, database } = context;
  /** Where the branches of open pull requests were when they were read. */
  const openAt = new Map<number, { tips: string; reading: PullReading }>();
  return async (number) => {
    const row = await findPull(database, number);
    if (!row) return null;
    if (row.state !== "open") return settledReading(row.state === "merged" ? "merged" : "closed");
    const clone = await repository.clone();
    const tips = await tipsOf(clone, row);
    const known = openAt.get(number);
    if (known?.tips === tips) return known.reading;
    const branches = await readPullBranches(clone, row);
    if (branches.isMerged) {
      await recordMerge(context, clone, row, branches);
      return settledReading("merged");
    }
    const reading = await readOpen(context, clone, row, branches);
    openAt.set(number, { tips, reading });
    return reading;
  };
}

/** What people do with a pull request, one after the other. */
function createPullActions(
  context: Context,
): Pick<PullRequests, "merge" | "discard" | "edit" | "update" | "close"> {
  const { repository, database } = context;
  const mutex = createMutex();
  const changeJob = (
    jobId: string,
    made: { change: HunkChange; by: Actor },
    record: RecordChange,
  ): Promise<void> =>
    mutex.run(async () => {
      const row = await newestPullOf(database, jobId);
      if (!row) throw new NotFound("This job has no pull request.");
      requireOpen(row);
      await changeHunk({ ...context, clone: await repository.clone() }, row, made, record);
    });
  return {
    merge: (number, record = nothing, seen) =>
      mutex.run(async () => {
        const row = await requirePull(database, number);
        requireOpen(row);
        await mergeInto(context, await repository.clone(), row, { record, seen });
        return summaryOf(await requirePull(database, number));
      }),
    discard: (jobId, seen, by, record) =>
      changeJob(jobId, { change: discarding(seen), by }, record),
    edit: (jobId, seen, by, record) => changeJob(jobId, { change: editing(seen), by }, record),
    update: (number, record = nothing) =>
      mutex.run(async () => {
        const row = await requirePull(database, number);
        requireOpen(row);
        await updateBranch(context, await repository.clone(), row, record);
        return summaryOf(row);
      }),
    close: (number, record) =>
      mutex.run(async () => {
        const row = await requirePull(database, number);
        requireOpen(row);
        return closeOpen(context, row, record);
      }),
  };
}

/**
 * Creates a function that says where an open pull request's branches are. Fetches at most every ten seconds, and starts
 * git once for all pull requests then: each start blocks the event loop for milliseconds.
 */
function createTips(context: Context) {
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let tips = new Map<string, string>();
  return async (clone: Clone, { branch, base }: PullRow): Promise<string> => {
    const now = context.clock.now();
    if (tips.size === 0 || Math.abs(now - fetchedAt) > FETCH_INTERVAL) {
      if (await tryFetch(context, clone)) fetchedAt = now;
      tips = await branchTips(clone);
    }
    return `${tips.get(base)} ${tips.get(branch)}`;
  };
}

/** The built-in code host knows neither drafts, checks, nor reviews. A push counts as activity. */
async function readOpen(
  { mergeable }: Context,
  clone: Clone,
  row: PullRow,
  branches: PullBranches,
): Promise<PullReading> {
  const hasConflicts = (await mergeable(clone, branches)) === "conflict";
  const activeAt = Math.max(row.created_at, await committedAt(clone, branches.head));
  const unknown = { hasFailedChecks: null, needsChanges: null, checks: [], review: null };
  return { state: "open", isDraft: false, activeAt, hasConflicts, ...unknown };
}

async function closeOpen(
  context: Context,
  row: PullRow,
  record: RecordAction | undefined,
): Promise<PullSummary> {
  const clone = await context.repository.clone();
  await tryFetch(context, clone);
  const branches = await readPullBranches(clone, row);
  if (branches.isMerged) await recordMerge(context, clone, row, branches);
  const { from, head } = branches;
  const result = {
    state: "closed",
    from,
    head,
    mergeCommit: null,
    at: context.clock.now(),
  } as const;
  const closed = await closePull(context.database, row.number, result, record);
  const current = await requirePull(context.database, row.number);
  if (!closed) requireOpen(current);
  return summaryOf(current);
}

async function nothing(): Promise<void> {}

/** Creates a merge commit, pushes and records it. A merge that was pushed before is only recorded. */
async function mergeInto(
  context: Context,
  clone: Clone,
  row: PullRow,
  { record, seen }: { record: RecordAction; seen: string | undefined },
): Promise<void> {
  const { database, clock } = context;
  let recorded: Promise<void> | null = null;
  for (let attempt = 1; ; attempt += 1) {
    await fetchOrigin(clone);
    const branches = await readPullBranches(clone, row);
    if (branches.isMerged) {
      await record();
      return recordMerge(context, clone, row, branches);
    }
    const { base, head, from } = branches;
    if (head !== (seen ?? head)) {
      throw new Conflict(
        "The branch has changed since you opened it. Review it again to merge it.",
      );
    }
    const { tree } = await mergeTrees(clone, base, head);
    if (tree === null) {
      const reason = `Pull request ${row.number} conflicts with ${row.base}. Nothing was changed. Resolve the conflict on branch ${row.branch}, or close the pull request and create a new job.`;
      throw new Conflict(reason);
    }
    const message = `Merge pull request #${row.number} from ${row.branch}\n\n${row.title}\n`;
    const commit = await createCommit(clone, clock, { tree, parents: [base, head], message });
    recorded ??= record();
    await recorded;
    try {
      await pushBranch(clone, { branch: row.base, commit, expected: base });
    } catch (error) {
      if (isStalePush(error) && attempt < MAX_ATTEMPTS) continue;
      if (!(error instanceof GitFailed)) throw error;
      if (isCheckedOutPush(error)) {
        const reason = `The repository rejected the merge and is unchanged, because ${row.base} is checked out there. Check out another branch in that folder, then merge again.`;
        throw new Conflict(reason);
      }
      throw new Conflict(`The repository rejected the merge and is unchanged. ${error.message}`);
    }
    const result = { state: "merged", from, head, mergeCommit: commit, at: clock.now() } as const;
    await closePull(database, row.number, result);
    return;
  }
}

function summaryOf(row: PullRow): PullSummary {
  return {
    number: row.number,
    projectId: row.project_id,
    jobId: row.job_id,
    title: row.title,
    state: row.state === "merged" || row.state === "closed" ? row.state : "open",
    createdAt: row.created_at,
    settledAt: row.settled_at,
  };
}
