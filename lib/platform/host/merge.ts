import "server-only";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Clone, isAncestor } from "./clone.ts";
import { treeOf } from "./commit.ts";
import { GitFailed, git, runGit } from "./git.ts";
import { randomId } from "./random-id.ts";
import { removeFolder } from "./worktree.ts";

// `git merge-tree --write-tree` would need git 2.38; a repository with files merges on any.

/** The files of `base` and `head` merged, as a tree; null when they conflict. Changes nothing. */
export async function mergeTrees(clone: Clone, base: string, head: string): Promise<string | null> {
  if (await isAncestor(clone, base, head)) return treeOf(clone, head);
  const folder = join(clone.worktrees, `merge-${randomId(6)}`);
  try {
    await mkdir(folder, { mode: 0o700 });
    return await mergeIn(folder, clone, base, head);
  } finally {
    await removeFolder(folder);
  }
}

/**
 * Merges in a repository that has only its objects in common with the clone: one that is cut off
 * leaves a folder behind, and nothing that the clone would stumble over.
 */
async function mergeIn(
  folder: string,
  clone: Clone,
  base: string,
  head: string,
): Promise<string | null> {
  const env = { ...IDENTITY, GIT_OBJECT_DIRECTORY: join(clone.folder, "objects") };
  const place = { folder, home: clone.home, env };
  await git(["init", "--quiet", "--template="], place);
  await git(["update-ref", "--no-deref", "HEAD", base], place);
  await git(["reset", "--quiet", "--hard"], place);
  const args = ["merge", "--quiet", "--no-ff", "--no-commit", "--no-verify-signatures", head];
  const merge = await runGit(args, { ...place, allowedExitCodes: [1] });
  if (merge.code === 0) return (await git(["write-tree"], place)).trim();
  const unmerged = await git(["ls-files", "--unmerged"], place);
  if (unmerged === "") throw new GitFailed("merge", merge.output);
  return null;
}

// Git asks for an identity even where it makes no commit.
const IDENTITY = {
  GIT_AUTHOR_NAME: "Errata",
  GIT_AUTHOR_EMAIL: "errata@errata.invalid",
  GIT_COMMITTER_NAME: "Errata",
  GIT_COMMITTER_EMAIL: "errata@errata.invalid",
};
