import "server-only";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clone } from "./clone.ts";
import { git } from "./git.ts";
import { randomName } from "./random-name.ts";

/** A folder with the files of one commit, to be changed by an agent or a merge. */
export interface Worktree {
  folder: string;
  /** The tree that git makes of the files as they are now, ignored ones left out. */
  tree(): Promise<string>;
}

/**
 * Lends a work tree of `commit` to `work` and removes it afterwards. Each has a name of its own,
 * so that a stray process of an earlier attempt never writes into a later one's files.
 */
export async function withWorktree<T>(
  clone: Clone,
  prefix: string,
  commit: string,
  work: (worktree: Worktree) => Promise<T>,
): Promise<T> {
  const name = `${prefix}-${randomName(6)}`;
  const folder = join(clone.worktrees, name);
  // Named outright, so that a `.git` which the agent put into the folder is not believed.
  const place = {
    folder,
    home: clone.home,
    env: { GIT_DIR: join(clone.folder, "worktrees", name), GIT_WORK_TREE: folder },
  };
  try {
    const add = ["worktree", "add", "--quiet", "--detach", folder, commit];
    await clone.lock(() => git(add, clone));
    return await work({
      folder,
      tree: async () => {
        await git(["add", "--all"], place);
        return (await git(["write-tree"], place)).trim();
      },
    });
  } finally {
    await removeWorktree(clone, name);
  }
}

/** Removes what attempts that were cut off left behind. */
export async function removeWorktrees(clone: Clone, prefix: string): Promise<void> {
  const left = await readdir(clone.worktrees);
  for (const name of left.filter((each) => each.startsWith(`${prefix}-`))) {
    await removeWorktree(clone, name);
  }
}

async function removeWorktree(clone: Clone, name: string): Promise<void> {
  await clone.lock(async () => {
    for (const folder of [join(clone.worktrees, name), join(clone.folder, "worktrees", name)]) {
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  });
}
