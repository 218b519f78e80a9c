import "server-only";
import { AppError } from "../../errors.ts";
import { branchTip, type Clone, isAncestor, mergeBase } from "./clone.ts";
import { git, runGit } from "./git.ts";
import { mergeTrees } from "./merge.ts";
import type { ClosedPull, PullRow } from "./pull-rows.ts";

/** An open pull request as git sees it. */
export interface PullBranches {
  /** Where the base branch ends. */
  base: string;
  /** Where its own branch ends. */
  head: string;
  /** The commit that its changes are compared with. */
  from: string;
  /** Whether the base branch holds all of it already. */
  isMerged: boolean;
}

/** Where an open pull request stands, by what the origin's branches held when last fetched. */
export async function readPullBranches(clone: Clone, row: PullRow): Promise<PullBranches> {
  const head = (await branchTip(clone, row.branch)) ?? row.head_commit;
  const base = await branchTip(clone, row.base);
  if (base === null) {
    throw new AppError("unavailable", `The repository has no branch ${row.base} any more.`);
  }
  await requireCommit(clone, head);
  const from = (await mergeBase(clone, base, head)) ?? row.base_commit;
  return { base, head, from, isMerged: await isAncestor(clone, head, base) };
}

/** How a pull request was merged that is isMerged in its base, to be recorded. */
export async function findMerge(
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

/** @throws {AppError} where the repository was exchanged for one that never had the commit */
export async function requireCommit(clone: Clone, commit: string): Promise<void> {
  const args = ["cat-file", "-e", `${commit}^{commit}`];
  if ((await runGit(args, { ...clone, allowedExitCodes: [1, 128] })).code === 0) return;
  const message = "The commits of this pull request are not in the repository that is set up now.";
  throw new AppError("unavailable", message);
}

/** Tells whether commits merge cleanly. The answer for two commits never changes, so it is kept. */
export function createMergeCheck(): (
  clone: Clone,
  branches: PullBranches,
) => Promise<"clean" | "conflict"> {
  const known = new Map<string, "clean" | "conflict">();
  return async (clone, { base, head }) => {
    const key = `${base} ${head}`;
    const answer =
      known.get(key) ?? ((await mergeTrees(clone, base, head)) === null ? "conflict" : "clean");
    if (known.size >= 500) known.clear();
    known.set(key, answer);
    return answer;
  };
}
