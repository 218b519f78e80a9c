import "server-only";
import { join } from "node:path";
import type { BeyondReason, HeldFacts, Leash } from "../../contract/api/leash.ts";
import { ALWAYS_PROTECTED } from "../../contract/api/limits.ts";
import {
  type ChangedFile,
  changedFiles,
  isAbsent,
  LINK_MODE,
  restoreInIndex,
  SUBMODULE_MODE,
} from "../host/changed-files.ts";
import type { Clone } from "../host/clone.ts";
import { type GitOptions, git, gitBytes } from "../host/git.ts";
import { randomId } from "../host/random-id.ts";
import { prepareRawRepository } from "../host/raw-repository.ts";
import { followLinks } from "../host/tree-links.ts";
import { removeFolder } from "../host/worktree.ts";
import { fitsAny } from "./path-patterns.ts";

/** The limits of an agent at one commit: `allowed` is never empty. */
export type LeashOf = (projectId: string, commit: string) => Promise<Leash>;

const EXECUTABLE = "100755";

interface Change extends ChangedFile {
  beyond: BeyondReason | null;
}

/** The files that the agent may not change, and the tree without them. */
export interface LeashViolations {
  held: HeldFacts;
  /** Writes the change without the files beyond. `scratch` is a folder for files. */
  trim: (scratch: string) => Promise<string>;
}

/**
 * Compares a change to what the agent may do.
 * @param place repository with the objects of both
 * @returns null if nothing is beyond it
 */
export async function findLeashViolations(
  place: GitOptions,
  { from, to, leash }: { from: string; to: string; leash: Leash },
): Promise<LeashViolations | null> {
  const changes = await changesOf(place, from, to, leash);
  const beyond = changes.filter(({ beyond }) => beyond !== null);
  const allowed = changes.filter(({ beyond }) => beyond === null);
  const [over, overTrimmed] = await Promise.all([
    limitsOver(place, { from, to, changes, leash }),
    limitsOver(place, { from, to, changes: allowed, leash }),
  ]);
  if (beyond.length === 0 && over.length === 0) return null;
  const files = beyond.flatMap(({ path, beyond: reason }) =>
    reason === null ? [] : [{ path, reason }],
  );
  return {
    held: {
      files,
      more: 0,
      over,
      allowedFiles: allowed.length,
      canTrim: beyond.length > 0 && allowed.length > 0 && overTrimmed.length === 0,
    },
    trim: (scratch) => treeWithout(place, scratch, to, beyond),
  };
}

async function changesOf(
  place: GitOptions,
  from: string,
  to: string,
  leash: Leash,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (const file of await changedFiles(place, from, to)) {
    changes.push({ ...file, beyond: await reasonOf(place, file, leash) });
  }
  return changes;
}

async function reasonOf(
  place: GitOptions,
  { path, oldMode, mode, id }: ChangedFile,
  leash: Leash,
): Promise<BeyondReason | null> {
  if (fitsAny(path, [...ALWAYS_PROTECTED, ...leash.protected])) return "protected";
  if (!fitsAny(path, leash.allowed)) return "not_allowed";
  if (oldMode === SUBMODULE_MODE || mode === SUBMODULE_MODE) return "submodule";
  if (oldMode === EXECUTABLE || mode === EXECUTABLE) return "executable";
  if (mode !== LINK_MODE) return null;
  const to = await git(["cat-file", "blob", id], place);
  // If the target is a link itself, it is in the repository already, or is checked on its own.
  return followLinks(path, new Map([[path, to]])) === null ? "link" : null;
}

async function limitsOver(
  place: GitOptions,
  given: { from: string; to: string; changes: readonly Change[]; leash: Leash },
): Promise<HeldFacts["over"]> {
  const { changes, leash } = given;
  const sizes = {
    files: changes.length,
    lines: await linesOf(place, given),
    bytes: await bytesOf(place, changes),
  };
  const limits = { files: leash.maxFiles, lines: leash.maxLines, bytes: leash.maxBytes };
  return (["files", "lines", "bytes"] as const).flatMap((what) => {
    const [size, limit] = [sizes[what], limits[what]];
    return limit !== null && size > limit ? [{ what, size, limit }] : [];
  });
}

async function linesOf(
  place: GitOptions,
  { from, to, changes }: { from: string; to: string; changes: readonly Change[] },
): Promise<number> {
  const counted = new Set(changes.map(({ path }) => path));
  const args = ["diff-tree", "-r", "-z", "--no-renames", "--no-textconv", "--numstat", from, to];
  return (await git(args, place)).split("\0").reduce((sum, line) => {
    const [added = "", removed = "", ...path] = line.split("\t");
    if (!counted.has(path.join("\t"))) return sum;
    // A file that isn't text has hyphens.
    return sum + (Number(added) || 0) + (Number(removed) || 0);
  }, 0);
}

async function bytesOf(place: GitOptions, changes: readonly Change[]): Promise<number> {
  const ids = changes.flatMap(({ mode, id }) =>
    isAbsent(id) || mode === SUBMODULE_MODE ? [] : [`${id}\n`],
  );
  const args = ["cat-file", "--batch-check=%(objectsize)"];
  const sizes = await git(args, { ...place, input: ids.join("") });
  return sizes.split("\n").reduce((sum, size) => sum + Number(size), 0);
}

/** Restores files to their state before the change. */
async function treeWithout(
  place: GitOptions,
  folder: string,
  tree: string,
  changes: readonly Change[],
): Promise<string> {
  const index = {
    ...place,
    env: { ...place.env, GIT_INDEX_FILE: join(folder, `${randomId(6)}.index`) },
  };
  await git(["read-tree", tree], index);
  await restoreInIndex(index, changes);
  return (await git(["write-tree"], index)).trim();
}

/** Packs what trees have and the commit that they start from hasn't. */
export async function packTrees(
  place: GitOptions,
  trees: readonly string[],
  start: string,
): Promise<Buffer> {
  const args = ["pack-objects", "--revs", "--stdout", "--quiet"];
  return gitBytes(args, { ...place, input: `${trees.join("\n")}\n^${start}^{tree}\n` });
}

/** Runs `work` in a repository that also has the objects of a pack, which the clone never gets, and removes it. */
export async function withTrees<T>(
  clone: Clone,
  pack: Buffer,
  work: (place: GitOptions) => Promise<T>,
): Promise<T> {
  const folder = join(clone.worktrees, `held-${randomId(6)}.git`);
  try {
    await prepareRawRepository(folder, clone);
    const place = { folder, home: clone.home };
    await unpackTrees(place, pack);
    return await work(place);
  } finally {
    await removeFolder(folder);
  }
}

/** Adds the objects of a pack to a repository. */
export async function unpackTrees(place: GitOptions, pack: Buffer): Promise<void> {
  await git(["index-pack", "--stdin"], { ...place, input: pack });
}
