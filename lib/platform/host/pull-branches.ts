import "server-only";
import type { Clock } from "../../clock.ts";
import { AppError } from "../../errors.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { branchTip, type Clone, isAncestor, mergeBase } from "./clone.ts";
import { git, runGit } from "./git.ts";
import { mergeTrees } from "./merge.ts";
import { type ClosedPull, closePull, type PullRow } from "./pull-rows.ts";

/** The commits of an open pull request. */
export interface PullBranches {
  /** Head of the base branch. */
  base: string;
  /** Head of its own branch. */
  head: string;
  /** Start of its diff. */
  from: string;
  /** Whether the base branch already contains it. */
  isMerged: boolean;
}

/** The commit of a person's request on a pull request's branch. It may not be pushed yet. */
export interface RequestedCommit {
  /** ID of the request, which is also in the commit's message. */
  id: string;
  /** Head of the branch before the commit. It is pushed only onto this one. */
  parent: string;
}

/** In a commit's message: the ID of the request. */
export const REQUEST = "Errata-Request";
/** Commits in which that of a request is looked for. */
const MAX_COMMITS = 1_000;

/** Reads an open pull request's commits from the origin's branches as last fetched. */
export async function readPullBranches(clone: Clone, row: PullRow): Promise<PullBranches> {
  const head = (await branchTip(clone, row.branch)) ?? row.head_commit;
  const base = await branchTip(clone, row.base);
  if (base === null) {
    throw new AppError(
      "unavailable",
      `Branch ${row.base} no longer exists in the repository. Restore it, or close the pull request.`,
    );
  }
  await requireCommit(clone, head);
  const from = (await mergeBase(clone, base, head)) ?? row.base_commit;
  return { base, head, from, isMerged: await isAncestor(clone, head, base) };
}

/** Returns how an already merged pull request was merged, to be recorded. */
async function findMerge(
  clone: Clone,
  row: PullRow,
  { base, head }: PullBranches,
): Promise<Omit<ClosedPull, "at">> {
  const args = ["rev-list", "--ancestry-path", "--merges", "--reverse", `${head}..${base}`];
  const [mergeCommit] = (await git(args, clone)).split("\n");
  const merged = { state: "merged", head } as const;
  if (!mergeCommit) return { ...merged, from: row.base_commit, mergeCommit: head };
  const from = await mergeBase(clone, `${mergeCommit}^1`, head);
  return { ...merged, from: from && from !== head ? from : row.base_commit, mergeCommit };
}

/** See `PullRequests.isPushed`. */
export async function isOnBranch(
  clone: Clone,
  { state, branch, head_commit: lastHead }: PullRow,
  made: RequestedCommit,
): Promise<boolean | null> {
  const { parent } = made;
  const isOpen = state === "open";
  const tip = (isOpen && (await branchTip(clone, branch))) || lastHead;
  if (isOpen && tip === parent) return null;
  if (!(await hasCommit(clone, tip))) return null;
  if (await hasCommitOf(clone, tip, made)) return true;
  if (!isOpen) return false;
  // Either the branch continued without the commit, or this clone is older than both.
  const wentOn = (await hasCommit(clone, parent)) && (await isAncestor(clone, parent, tip));
  return wentOn ? false : null;
}

/** Whether the commit of a request is on a branch. @param head the branch's last commit */
export async function hasCommitOf(
  clone: Clone,
  head: string,
  { id, parent }: RequestedCommit,
): Promise<boolean> {
  if (head === parent || !/^[\da-f]{40,64}$/.test(parent)) return false;
  const format = `--format=%(trailers:key=${REQUEST},valueonly)`;
  const args = ["log", `--max-count=${MAX_COMMITS}`, format, `${parent}..${head}`, "--"];
  // The clone may not know the parent.
  const found = await runGit(args, { ...clone, allowedExitCodes: [128] });
  return found.code === 0 && found.output.split("\n").includes(id);
}

/** Records a merge that was pushed outside Errata, or before the process died. */
export async function recordMerge(
  { database, clock }: { database: PlatformDatabase; clock: Clock },
  clone: Clone,
  row: PullRow,
  branches: PullBranches,
): Promise<void> {
  const merge = await findMerge(clone, row, branches);
  await closePull(database, row.number, { ...merge, at: clock.now() });
}

export async function hasCommit(clone: Clone, commit: string): Promise<boolean> {
  const args = ["cat-file", "-e", `${commit}^{commit}`];
  return (await runGit(args, { ...clone, allowedExitCodes: [1, 128] })).code === 0;
}

/** @throws {AppError} if DOCS_REPOSITORY was changed to a repository without the commit */
export async function requireCommit(clone: Clone, commit: string): Promise<void> {
  if (await hasCommit(clone, commit)) return;
  const message =
    "The repository doesn't contain this pull request's commits. Check DOCS_REPOSITORY.";
  throw new AppError("unavailable", message);
}

/** Creates a check for merge conflicts. Results are cached, as they never change for two commits. */
export function createMergeCheck(): (
  clone: Clone,
  branches: PullBranches,
) => Promise<"clean" | "conflict"> {
  const cache = new Map<string, "clean" | "conflict">();
  return async (clone, { base, head }) => {
    const key = `${base} ${head}`;
    const result =
      cache.get(key) ??
      ((await mergeTrees(clone, base, head)).tree === null ? "conflict" : "clean");
    if (cache.size >= 500) cache.clear();
    cache.set(key, result);
    return result;
  };
}
