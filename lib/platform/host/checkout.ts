import "server-only";
import { lstat, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AgentFailed } from "../agent/agent.ts";
import { hideAgentSettings, restoreAgentSettings } from "./agent-settings.ts";
import { type Clone, restoreSettings } from "./clone.ts";
import { GitFailed, type GitOptions, git } from "./git.ts";
import { keepLinks } from "./keep-links.ts";
import { randomId } from "./random-id.ts";
import { prepareRawRepository, writeRawAttributes } from "./raw-repository.ts";
import { type IntendedChange, undoUnintendedChanges } from "./undo-unintended-changes.ts";
import { removeFolder, removeWorktrees } from "./worktree.ts";

/** A checkout of one commit for an agent to change. */
export interface Checkout {
  folder: string;
  /**
   * Writes the current files as a git tree, without what the agent's tools changed besides words: see
   * `keepLinks` and `undoUnintendedChanges`. Ignored files, and anything that the agent changed in the folder's own repository (branch,
   * configuration, hooks, index), have no effect.
   * @throws {AgentFailed} if the agent replaced the folder, nested folders too deeply, or used a name that git refuses
   */
  tree(): Promise<IntendedChange>;
  /** Runs git in the clone with the objects of `tree`, which it doesn't contain yet. */
  objects: GitOptions;
  /** Folder for git's temporary files, removed with the checkout. */
  scratch: string;
  /** Adds a checked tree and its files to the clone. All others are discarded. */
  keep(tree: string): Promise<void>;
}

/** Commits of history in the checkout. */
const HISTORY_DEPTH = 20;
/** Levels of folders. Deeper ones reach the longest path that the system and git can read. */
const MAX_DEPTH = 100;

/**
 * Runs `work` in a checkout of `commit` and removes it afterwards. Its `.git` is a separate small
 * repository for the agent, so that the folder also works in a container. Our own repository is outside
 * the folder, with the objects that are added: the clone and its backups never contain a change that was
 * rejected. Files are written and read byte for byte, whatever the documentation's attributes say, and without those
 * that configure coding agents. Each checkout has a unique name, so that an orphan process of an earlier attempt can't
 * write into it.
 */
export async function withCheckout<T>(
  clone: Clone,
  prefix: string,
  commit: string,
  work: (checkout: Checkout) => Promise<T>,
): Promise<T> {
  return withFolder(clone, prefix, async (folder, own) => {
    const { home } = clone;
    const env = { GIT_OBJECT_DIRECTORY: join(own, "objects") };
    const objects = { folder: clone.folder, home, env };
    const options = { folder, home, env: { GIT_DIR: own, GIT_WORK_TREE: folder } };
    const created = await lstat(folder);
    await prepareRawRepository(own, clone);
    await git(["read-tree", "--reset", "-u", commit], options);
    await initAgentRepository(clone, folder, commit);
    return work({
      folder,
      tree: async () => {
        // An agent without a sandbox can put a link to any folder in its place.
        const found = await lstat(folder);
        if (found.ino !== created.ino || found.dev !== created.dev) {
          throw new AgentFailed("The agent replaced its folder. None of its changes were used.");
        }
        await restoreSettings(clone);
        await prepareRawRepository(own, clone);
        await clearNestedRepositories(folder, await findSubmodules(clone, commit));
        await addAll(options);
        const settings = await restoreAgentSettings(options, commit);
        const tree = (await git(["write-tree"], options)).trim();
        const linked = await keepLinks(options, commit, tree);
        const meant = await undoUnintendedChanges(options, commit, linked.tree);
        return { ...meant, undone: [...settings, ...linked.undone, ...meant.undone] };
      },
      objects,
      scratch: own,
      keep: async (tree) => {
        const pack = join(clone.folder, "objects", "pack", "pack");
        // Excludes the tree, because excluding the commit has no effect on a tree without history.
        const input = `${tree}\n^${commit}^{tree}\n`;
        const args = ["pack-objects", "--revs", "--non-empty", "--quiet", pack];
        await git(args, { ...objects, input });
      },
    });
  });
}

/**
 * Runs `work` in a folder with the files of a tree, as in a checkout of `commit` whose files were changed, and removes it
 * afterwards.
 * @param objects finds the objects of `tree`
 */
export async function withTree<T>(
  clone: Clone,
  prefix: string,
  { commit, tree, objects }: { commit: string; tree: string; objects: GitOptions },
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const { GIT_OBJECT_DIRECTORY: other } = objects.env ?? {};
  return withFolder(clone, prefix, async (folder, own) => {
    await prepareRawRepository(own, clone, other ? [other] : []);
    const env = { GIT_DIR: own, GIT_WORK_TREE: folder };
    await git(["read-tree", "--reset", "-u", tree], { folder, home: clone.home, env });
    await initAgentRepository(clone, folder, commit);
    return work(folder);
  });
}

/** Runs `work` with a new folder and the place of a repository for it, and removes both. */
async function withFolder<T>(
  clone: Clone,
  prefix: string,
  work: (folder: string, own: string) => Promise<T>,
): Promise<T> {
  const name = `${prefix}-${randomId(6)}`;
  const folder = join(clone.worktrees, name);
  try {
    await mkdir(folder, { mode: 0o700 });
    return await work(folder, join(clone.worktrees, `${name}.git`));
  } finally {
    await restoreSettings(clone);
    await removeWorktrees(clone.worktrees, name);
  }
}

async function initAgentRepository(clone: Clone, folder: string, commit: string): Promise<void> {
  const place = { folder, home: clone.home };
  const from = pathToFileURL(clone.folder).href;
  await git(["init", "--quiet", "--template=", "--initial-branch=work"], place);
  await writeRawAttributes(join(folder, ".git"));
  await git(["fetch", "--quiet", "--no-tags", `--depth=${HISTORY_DEPTH}`, from, commit], place);
  await git(["update-ref", "HEAD", commit], place);
  await git(["reset", "--quiet", "--mixed"], place);
  await hideAgentSettings(place);
}

/** @throws {AgentFailed} for a name that git refuses, such as `.git.` or a link in place of `.gitmodules` */
async function addAll(options: GitOptions): Promise<void> {
  try {
    await git(["add", "--all"], options);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const [, name] = /^error: invalid path '(.+?)'\nerror: /s.exec(error.output) ?? [];
    if (name === undefined) throw error;
    throw new AgentFailed(
      `Git doesn't accept the name of a file that the agent added: ${JSON.stringify(name).slice(1, -1)}. On some systems, it stands for git's own files. Nothing was pushed. Ask for another name.`,
    );
  }
}

async function findSubmodules(clone: Clone, commit: string): Promise<Set<string>> {
  const listing = await git(["ls-tree", "-r", "-z", commit], clone);
  const links = listing.split("\0").filter((line) => line.startsWith("160000 "));
  return new Set(links.map((line) => line.slice(line.indexOf("\t") + 1)));
}

/**
 * Removes nested `.git` folders and resets submodules. Git would commit a nested repository as a
 * broken link, and would run a repository in a submodule's place with its own configuration.
 * Symbolic links aren't followed.
 */
async function clearNestedRepositories(
  root: string,
  submodules: ReadonlySet<string>,
  inside = "",
  depth = 0,
): Promise<void> {
  if (depth > MAX_DEPTH) {
    const reason = `The agent nested folders more than ${MAX_DEPTH} levels deep.`;
    throw new AgentFailed(`${reason} None of its changes were used.`);
  }
  for (const entry of await readdir(join(root, inside), { withFileTypes: true })) {
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (submodules.has(path) && entry.isDirectory()) {
      await removeFolder(join(root, path));
      await mkdir(join(root, path));
    } else if (entry.name.toLowerCase() === ".git") {
      if (inside !== "") await removeFolder(join(root, path));
    } else if (entry.isDirectory()) {
      await clearNestedRepositories(root, submodules, path, depth + 1);
    }
  }
}
