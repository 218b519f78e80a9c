import "server-only";
import type { Clock } from "../../clock.ts";
import type { PullRequest, PullSummary } from "../../contract/api/pull-request.ts";
import type { Database } from "../../database/open.ts";
import { Conflict } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { createMutex } from "../../mutex.ts";
import type { PlatformSchema } from "../schema.ts";
import { type Clone, type DocsRepository, fetchOrigin, isStalePush, pushBranch } from "./clone.ts";
import { createCommit, listCommits } from "./commit.ts";
import { diffCommits } from "./diff.ts";
import { GitFailed } from "./git.ts";
import { mergeTrees } from "./merge.ts";
import {
  createMergeCheck,
  findMerge,
  type PullBranches,
  readPullBranches,
  requireCommit,
} from "./pull-branches.ts";
import { closePull, findPull, type PullRow, requireOpen, requirePull } from "./pull-rows.ts";

/** The built-in code host. What cannot be done is a `Conflict` that says why and changes nothing. */
export interface PullRequests {
  get(number: number): Promise<PullRequest | null>;
  /** What became of it, without reading its changes. */
  state(number: number): Promise<PullSummary["state"] | null>;
  /** Newest first. */
  list(projectId: string): Promise<PullSummary[]>;
  merge(number: number): Promise<PullRequest>;
  close(number: number): Promise<PullRequest>;
}

interface Context {
  repository: DocsRepository;
  database: Database<PlatformSchema>;
  clock: Clock;
  log: Log;
}

/** Milliseconds for which a look at the origin serves all who ask what became of a pull request. */
const FRESH = 10_000;
/** How often a merge starts over because the base branch moved under it. */
const TRIES = 5;

export function openPulls(context: Context): PullRequests {
  const { repository, database, clock } = context;
  const settling = createMutex();
  const mergeable = createMergeCheck();
  let reachedAt = Number.NEGATIVE_INFINITY;

  const describe = async (row: PullRow): Promise<PullRequest> => {
    const clone = await repository.clone();
    if (row.state !== "open") {
      await requireCommit(clone, row.head_commit);
      return assemble(clone, row, row.base_commit, row.head_commit, null);
    }
    const reached = await reachOrigin(context, clone);
    const branches = await readPullBranches(clone, row);
    if (branches.isMerged) {
      await recordMerge(context, clone, row, branches);
      return describe(await requirePull(database, row.number));
    }
    const state = reached ? await mergeable(clone, branches) : null;
    return assemble(clone, row, branches.from, branches.head, state);
  };

  return {
    get: async (number) => {
      const row = await findPull(database, number);
      return row && describe(row);
    },
    state: async (number) => {
      const row = await findPull(database, number);
      if (row?.state !== "open") return row && summaryOf(row).state;
      const clone = await repository.clone();
      if (clock.now() - reachedAt > FRESH && (await reachOrigin(context, clone))) {
        reachedAt = clock.now();
      }
      const branches = await readPullBranches(clone, row);
      if (!branches.isMerged) return "open";
      await recordMerge(context, clone, row, branches);
      return "merged";
    },
    list: async (projectId) => {
      const own = database.query.selectFrom("platform_pull").where("link", "is", null);
      const query = own.selectAll();
      const found = query.where("project_id", "=", projectId).orderBy("number", "desc");
      return (await found.execute()).map(summaryOf);
    },
    merge: (number) =>
      settling.run(async () => {
        const row = await requirePull(database, number);
        requireOpen(row);
        await mergeInto(context, await repository.clone(), row);
        return describe(await requirePull(database, number));
      }),
    close: (number) =>
      settling.run(async () => {
        const row = await requirePull(database, number);
        requireOpen(row);
        const clone = await repository.clone();
        await reachOrigin(context, clone);
        const branches = await readPullBranches(clone, row);
        if (branches.isMerged) await recordMerge(context, clone, row, branches);
        const { from, head } = branches;
        const settled = {
          state: "closed",
          from,
          head,
          mergeCommit: null,
          at: clock.now(),
        } as const;
        const closed = await closePull(database, number, settled);
        const now = await requirePull(database, number);
        if (!closed) requireOpen(now);
        return describe(now);
      }),
  };
}

/** Merges with a commit of its own and records it, also where that was done but not recorded. */
async function mergeInto(context: Context, clone: Clone, row: PullRow): Promise<void> {
  const { database, clock } = context;
  for (let attempt = 1; ; attempt += 1) {
    await fetchOrigin(clone);
    const branches = await readPullBranches(clone, row);
    if (branches.isMerged) return recordMerge(context, clone, row, branches);
    const { base, head, from } = branches;
    const tree = await mergeTrees(clone, base, head);
    if (tree === null) {
      const why = `Pull request ${row.number} conflicts with ${row.base}. Nothing was changed; resolve it on branch ${row.branch}, or close it and start a new job.`;
      throw new Conflict(why);
    }
    const message = `Merge pull request #${row.number} from ${row.branch}\n\n${row.title}\n`;
    const commit = await createCommit(clone, clock, { tree, parents: [base, head], message });
    try {
      await pushBranch(clone, { branch: row.base, commit, expected: base });
    } catch (error) {
      if (isStalePush(error) && attempt < TRIES) continue;
      if (!(error instanceof GitFailed)) throw error;
      throw new Conflict(
        `The repository did not accept the merge; it is unchanged. ${error.message}`,
      );
    }
    const settled = { state: "merged", from, head, mergeCommit: commit, at: clock.now() } as const;
    await closePull(database, row.number, settled);
    return;
  }
}

/** For a merge that was pushed but not recorded, because the process died in between. */
async function recordMerge(
  { database, clock }: Context,
  clone: Clone,
  row: PullRow,
  branches: PullBranches,
): Promise<void> {
  const settled = await findMerge(clone, row, branches);
  await closePull(database, row.number, { ...settled, at: clock.now() });
}

async function assemble(
  clone: Clone,
  row: PullRow,
  from: string,
  head: string,
  mergeable: PullRequest["mergeable"],
): Promise<PullRequest> {
  const files = await diffCommits(clone, from, head);
  const commits = await listCommits(clone, from, head, 100);
  const { body, branch, base } = row;
  return { ...summaryOf(row), body, branch, base, mergeable, files, commits };
}

/** A page is shown as last fetched while the origin is away; only merging needs it. */
async function reachOrigin({ log }: Context, clone: Clone): Promise<boolean> {
  try {
    await fetchOrigin(clone);
    return true;
  } catch (error) {
    log.warn({ err: error }, "the documentation repository cannot be reached");
    return false;
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
