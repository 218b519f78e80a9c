import "server-only";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Clone, isAncestor } from "./clone.ts";
import { treeOf } from "./commit.ts";
import { GitFailed, git, runGit } from "./git.ts";
import { randomId } from "./random-id.ts";
import { writeRawAttributes } from "./raw-repository.ts";
import { removeFolder } from "./worktree.ts";

// Merges in a work tree, because `git merge-tree --write-tree` needs git 2.38.

/** The tree of a merge, or the files that conflict. */
export type MergedTrees = { tree: string } | { tree: null; conflicts: string[] };

/** Merges `head` into `base` without side effects. */
export async function mergeTrees(clone: Clone, base: string, head: string): Promise<MergedTrees> {
  if (await isAncestor(clone, base, head)) return { tree: await treeOf(clone, head) };
  const folder = join(clone.worktrees, `merge-${randomId(6)}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    return await mergeIn(folder, clone, base, head);
  } finally {
    await removeFolder(folder);
  }
}

/**
 * Merges in a temporary repository that only shares the clone's objects. An interrupted merge leaves
 * nothing in the clone itself.
 */
async function mergeIn(
  folder: string,
  clone: Clone,
  base: string,
  head: string,
): Promise<MergedTrees> {
  const env = { ...IDENTITY, GIT_OBJECT_DIRECTORY: join(clone.folder, "objects") };
  const place = { folder, home: clone.home, env };
  await git(["init", "--quiet", "--template="], place);
  // Otherwise a file whose bytes git would write differently counts as changed, and the merge fails.
  await writeRawAttributes(join(folder, ".git"));
  await git(["update-ref", "--no-deref", "HEAD", base], place);
  await git(["reset", "--quiet", "--hard"], place);
  const args = ["merge", "--quiet", "--no-ff", "--no-commit", "--no-verify-signatures", head];
  const merge = await runGit(args, { ...place, allowedExitCodes: [1] });
  if (merge.code === 0) return { tree: (await git(["write-tree"], place)).trim() };
  const unmerged = await git(["ls-files", "--unmerged", "-z"], place);
  if (unmerged === "") throw new GitFailed("merge", merge.output);
  const paths = unmerged.split("\0").map((line) => line.slice(line.indexOf("\t") + 1));
  return { tree: null, conflicts: [...new Set(paths.filter((path) => path !== ""))] };
}

// Git requires an identity even without a commit.
const IDENTITY = {
  GIT_AUTHOR_NAME: "Errata",
  GIT_AUTHOR_EMAIL: "errata@errata.invalid",
  GIT_COMMITTER_NAME: "Errata",
  GIT_COMMITTER_EMAIL: "errata@errata.invalid",
};
