import "server-only";
import { type Clone, isAncestor } from "./clone.ts";
import { treeOf } from "./commit.ts";
import { GitFailed, git, gitAnswer } from "./git.ts";
import { withWorktree } from "./worktree.ts";

// `git merge-tree --write-tree` would need git 2.38; a temporary work tree merges on any.

/** The files of `base` and `head` merged, as a tree; null when they conflict. Changes nothing. */
export async function mergedTree(clone: Clone, base: string, head: string): Promise<string | null> {
  if (await isAncestor(clone, base, head)) return treeOf(clone, head);
  return withWorktree(clone, "merge", base, async ({ folder, tree }) => {
    const place = { folder, home: clone.home, env: NOBODY };
    const args = ["merge", "--quiet", "--no-ff", "--no-commit", "--no-verify-signatures", head];
    const merge = await gitAnswer(args, { ...place, answers: [1] });
    if (merge.code === 0) return tree();
    const unmerged = await git(["ls-files", "--unmerged"], place);
    if (unmerged === "") throw new GitFailed("merge", merge.output);
    return null;
  });
}

// Git asks for an identity even where it makes no commit.
const NOBODY = {
  GIT_AUTHOR_NAME: "Errata",
  GIT_AUTHOR_EMAIL: "errata@errata.invalid",
  GIT_COMMITTER_NAME: "Errata",
  GIT_COMMITTER_EMAIL: "errata@errata.invalid",
};
