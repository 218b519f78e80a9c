import "server-only";
import { execFile } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Clone } from "./clone.ts";
import { git } from "./git.ts";
import { randomName } from "./random-name.ts";

/** A folder with the files of one commit, to be merged into; no agent gets to see it. */
export interface Worktree {
  folder: string;
  /** The tree that git makes of the files as they are now. */
  tree(): Promise<string>;
}

/** Lends a work tree of `commit` to `work` and removes it afterwards. */
export async function withWorktree<T>(
  clone: Clone,
  prefix: string,
  commit: string,
  work: (worktree: Worktree) => Promise<T>,
): Promise<T> {
  const name = `${prefix}-${randomName(6)}`;
  const folder = join(clone.worktrees, name);
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

/** Removes what attempts that were cut off left behind: work trees, checkouts and their indexes. */
export async function removeWorktrees(clone: Clone, prefix: string): Promise<void> {
  const left = await readdir(clone.worktrees);
  const ours = (name: string) => name === prefix || name.startsWith(`${prefix}-`);
  for (const name of left.filter((each) => ours(each.replace(/\.index(\.lock)?$/, "")))) {
    await removeWorktree(clone, name);
  }
}

async function removeWorktree(clone: Clone, name: string): Promise<void> {
  await clone.lock(async () => {
    for (const folder of [join(clone.worktrees, name), join(clone.folder, "worktrees", name)]) {
      await removeFolder(folder);
    }
  });
}

/** Removes a folder, also one in which an agent took everybody's permissions away. */
export async function removeFolder(folder: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
  try {
    await rm(folder, options);
  } catch (error) {
    const denied = error instanceof Error && "code" in error && error.code === "EACCES";
    if (!denied) throw error;
    await promisify(execFile)("chmod", ["-R", "u+rwX", "--", folder]);
    await rm(folder, options);
  }
}
