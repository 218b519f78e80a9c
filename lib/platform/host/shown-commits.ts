import "server-only";
import type { Clock } from "../../clock.ts";
import type { PullChanges } from "../../contract/api/pull-request.ts";
import type { Log } from "../../log.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { branchTip, type Clone } from "./clone.ts";
import { listCommits } from "./commit.ts";
import { diffCommits } from "./diff.ts";
import {
  type createMergeCheck,
  hasCommit,
  readPullBranches,
  recordMerge,
  requireCommit,
} from "./pull-branches.ts";
import { type PullRow, requirePull } from "./pull-rows.ts";
import { fetchSoon, tryFetch } from "./try-fetch.ts";

/** The first and the last commit of a pull request's diff. */
export interface ShownCommits {
  row: PullRow;
  from: string;
  head: string;
  mergeable: PullChanges["mergeable"];
  /** Whether the base branch has commits that its branch doesn't have. */
  isBehind: boolean;
  isOutdated: boolean;
}

/** Dependencies of reading a pull request. */
export interface ShowContext {
  database: PlatformDatabase;
  clock: Clock;
  log: Log;
  mergeable: ReturnType<typeof createMergeCheck>;
}

/** Reads which commits to show. Records a merge that happened outside Errata. */
export async function shownCommits(
  context: ShowContext,
  clone: Clone,
  row: PullRow,
): Promise<ShownCommits> {
  const known = { row, mergeable: null, isBehind: false, isOutdated: false };
  if (row.state !== "open") {
    // Another server may have created it, in its own clone.
    if (!(await hasCommit(clone, row.head_commit))) await tryFetch(context, clone);
    await requireCommit(clone, row.head_commit);
    return { ...known, from: row.base_commit, head: row.head_commit };
  }
  const isOutdated = !(await fetchToShow(context, clone, row));
  const branches = await readPullBranches(clone, row);
  const { base, from, head } = branches;
  if (row.link !== null) {
    // Its host says whether it was merged.
    return { ...known, from: branches.isMerged ? row.base_commit : from, head, isOutdated };
  }
  if (branches.isMerged) {
    await recordMerge(context, clone, row, branches);
    const merged = await requirePull(context.database, row.number);
    return shownCommits(context, clone, merged);
  }
  const state = isOutdated ? null : await context.mergeable(clone, branches);
  return { row, from, head, mergeable: state, isBehind: base !== from, isOutdated };
}

/**
 * Fetches, but waits long for it only if nothing of the pull request was fetched before.
 * @returns whether the branches are the origin's as of now
 */
async function fetchToShow(context: ShowContext, clone: Clone, row: PullRow): Promise<boolean> {
  const isFetched = await fetchSoon(context, clone);
  if (isFetched !== null) return isFetched;
  const hasBase = (await branchTip(clone, row.base)) !== null;
  const isKnown = hasBase && (await hasCommit(clone, row.head_commit));
  return isKnown ? false : tryFetch(context, clone);
}

/** Returns what a page of the diff shows. @param page starts at 1 */
export async function changesOf(
  clone: Clone,
  { row: { body, branch, base }, from, head, ...known }: ShownCommits,
  page: number,
): Promise<PullChanges> {
  const { mergeable, isBehind, isOutdated } = known;
  const [diff, commits] = await Promise.all([
    diffCommits(clone, from, head, page),
    listCommits(clone, from, head, 100),
  ]);
  return { ...diff, body, branch, base, head, mergeable, isBehind, isOutdated, commits };
}
