import "server-only";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Clone } from "./clone.ts";
import { git } from "./git.ts";
import { randomId } from "./random-id.ts";
import { trackChanges } from "./track-changes.ts";
import { removeFolder, removeWorktrees } from "./worktree.ts";

/** The files of one commit in a repository of their own, to be changed by an agent. */
export interface Checkout {
  folder: string;
  /**
   * The tree that git makes of the files as they are now, ignored ones left out. What the agent
   * did to the repository in the folder (its branch, configuration, hooks, index) is not looked at.
   */
  tree(): Promise<string>;
}

/** Commits that the agent finds in its history. */
const DEPTH = 20;

/**
 * Lends a checkout of `commit` to `work` and removes it afterwards. Its `.git` is a small
 * repository for the agent alone, so that the folder serves by itself, inside a container as well;
 * ours keeps its own index of it elsewhere. Each has a name of its own, so that a stray process of
 * an earlier attempt never writes into a later one's files.
 */
export async function withCheckout<T>(
  clone: Clone,
  prefix: string,
  commit: string,
  work: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  const name = `${prefix}-${randomId(6)}`;
  const folder = join(clone.worktrees, name);
  const ours = {
    folder,
    home: clone.home,
    env: {
      GIT_DIR: clone.folder,
      GIT_WORK_TREE: folder,
      GIT_INDEX_FILE: join(clone.worktrees, `${name}.index`),
    },
  };
  try {
    await mkdir(folder, { mode: 0o700 });
    await git(["read-tree", "--reset", "-u", commit], ours);
    await ownRepository(clone, folder, commit);
    const treeNow = await trackChanges(ours, commit);
    return await work({
      folder,
      tree: async () => {
        await clearInnerRepositories(folder, await submodulesOf(clone, commit));
        return treeNow();
      },
    });
  } finally {
    await removeWorktrees(clone.worktrees, name);
  }
}

async function ownRepository(clone: Clone, folder: string, commit: string): Promise<void> {
  const place = { folder, home: clone.home };
  const from = pathToFileURL(clone.folder).href;
  await git(["init", "--quiet", "--template="], place);
  await git(["fetch", "--quiet", "--no-tags", `--depth=${DEPTH}`, from, commit], place);
  await git(["symbolic-ref", "HEAD", "refs/heads/work"], place);
  await git(["update-ref", "HEAD", commit], place);
  await git(["reset", "--quiet", "--mixed"], place);
}

async function submodulesOf(clone: Clone, commit: string): Promise<Set<string>> {
  const listing = await git(["ls-tree", "-r", "-z", commit], clone);
  const links = listing.split("\0").filter((line) => line.startsWith("160000 "));
  return new Set(links.map((line) => line.slice(line.indexOf("\t") + 1)));
}

/**
 * Git would commit a repository that the agent made inside as a pointer to nowhere, and would ask
 * one in a submodule's place about itself, by that one's own configuration. So the former become
 * ordinary files and submodules stay as they were. Links are not followed.
 */
async function clearInnerRepositories(
  root: string,
  submodules: ReadonlySet<string>,
  inside = "",
): Promise<void> {
  for (const entry of await readdir(join(root, inside), { withFileTypes: true })) {
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (submodules.has(path) && entry.isDirectory()) {
      await removeFolder(join(root, path));
      await mkdir(join(root, path));
    } else if (entry.name.toLowerCase() === ".git") {
      if (inside !== "") await removeFolder(join(root, path));
    } else if (entry.isDirectory()) {
      await clearInnerRepositories(root, submodules, path);
    }
  }
}
