import "server-only";
import { type GitOptions, git } from "./git.ts";

/** A file that differs between two trees. */
export interface ChangedFile {
  path: string;
  oldMode: string;
  mode: string;
  /** Zeros where there is no file, as in `mode`. */
  oldId: string;
  id: string;
}

const NO_OBJECT = /^0+$/;
export const LINK_MODE = "120000";
export const SUBMODULE_MODE = "160000";

/** Whether an ID or a mode stands for no file. */
export const isAbsent = (text: string) => NO_OBJECT.test(text);

/**
 * Lists what differs between two trees. A renamed file is a removed one and an added one.
 * @param filter kinds of differences, as `--diff-filter` takes them
 */
export function changedFiles(
  place: GitOptions,
  from: string,
  to: string,
  filter?: string,
): Promise<ChangedFile[]> {
  return listed(
    ["diff-tree", "-r", ...(filter ? [`--diff-filter=${filter}`] : []), from, to],
    place,
  );
}

/** Lists what differs between a tree and the index. @param patterns of paths, as git takes them */
export function changedInIndex(
  index: GitOptions,
  from: string,
  patterns: readonly string[],
): Promise<ChangedFile[]> {
  return listed(["diff-index", "--cached", from, "--", ...patterns], index);
}

async function listed(
  [command = "", ...args]: string[],
  place: GitOptions,
): Promise<ChangedFile[]> {
  const fields = (await git([command, "-z", "--no-renames", ...args], place)).split("\0");
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = "", mode = "", oldId = "", id = ""] = (fields[at] ?? "").slice(1).split(" ");
    files.push({ path: fields[at + 1] ?? "", oldMode, mode, oldId, id });
  }
  return files;
}

/** Puts files into the index as they were before they changed. */
export async function restoreInIndex(
  index: GitOptions,
  files: readonly ChangedFile[],
): Promise<void> {
  if (files.length === 0) return;
  // Removals first: a file may have taken the place of a folder.
  const removed = files.map(({ path, oldId }) => `0 ${oldId}\t${path}\0`);
  const restored = files.flatMap(({ path, oldMode, oldId }) =>
    isAbsent(oldId) ? [] : [`${oldMode} ${oldId}\t${path}\0`],
  );
  const input = [...removed, ...restored].join("");
  await git(["update-index", "-z", "--index-info"], { ...index, input });
}
