import "server-only";
import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import type { Actor } from "../../contract/api/people.ts";
import type { PullFile, PullHunk } from "../../contract/api/pull-request.ts";
import type { SeenHunk } from "../../contract/api/review-comments.ts";
import { Conflict } from "../../errors.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { type ChangedFile, changedFiles, isAbsent, restoreInIndex } from "./changed-files.ts";
import { branchTip, type Clone, fetchOrigin, isStalePush, pushBranch } from "./clone.ts";
import { createCommit, treeOf } from "./commit.ts";
import { diffFile } from "./diff.ts";
import { GitFailed, git } from "./git.ts";
import { hasCommitOf, REQUEST, readPullBranches } from "./pull-branches.ts";
import { type PullRow, requireIdle } from "./pull-rows.ts";
import { randomId } from "./random-id.ts";
import { shownPaths } from "./undo-unintended-changes.ts";
import { removeFolder } from "./worktree.ts";

/** The commits of a diff. */
export interface Range {
  from: string;
  head: string;
}

/** A hunk that a person changes, and its file. */
export interface HunkOfFile {
  file: PullFile;
  hunk: PullHunk;
}

/**
 * Called once before the branch changes, after all checks; if it fails, nothing changes.
 * @param change.parent where the branch is, onto which alone the commit is pushed
 */
export type RecordChange = (change: HunkOfFile & { parent: string }) => Promise<void>;

/** A kind of change to the lines of one hunk. */
export interface HunkChange {
  seen: SeenHunk;
  /** The commit message before the path. */
  title: string;
  /** The message if the change isn't possible. */
  refusal: string;
  /** Returns the file to commit, as `restoreInIndex` takes it. @throws {Conflict} */
  fileOf(clone: Clone, range: Range, found: HunkOfFile): Promise<ChangedFile>;
}

/**
 * Commits a change of one hunk's lines under a person's name to a pull request's branch. Nothing else differs, byte for byte.
 * Does nothing if it was done for the same request, whose answer was lost, or that another server got as well.
 * @throws {Conflict} if the diff isn't what the person saw, the change isn't possible, or the job's agent works
 */
export async function changeHunk(
  { clone, clock, database }: { clone: Clone; clock: Clock; database: PlatformDatabase },
  row: PullRow,
  { change, by }: { change: HunkChange; by: Actor },
  record: RecordChange,
): Promise<void> {
  await fetchOrigin(clone);
  const branches = await readPullBranches(clone, row);
  const { head } = branches;
  if (branches.isMerged) throw branchChanged();
  const made = { id: change.seen.id, parent: change.seen.head };
  if (await hasCommitOf(clone, head, made)) return;
  const found = await findHunk(clone, branches, change.seen);
  const tree = await changedTree(clone, branches, found, change);
  const message = messageOf(found, change);
  const commit = await createCommit(clone, clock, { tree, parents: [head], message, by });
  // Checked again at the end, because an agent may have started in the meantime.
  await requireIdle(database, row);
  await record({ ...found, parent: head });
  try {
    await pushBranch(clone, { branch: row.branch, commit, expected: head });
  } catch (error) {
    if (isStalePush(error)) {
      await fetchOrigin(clone);
      if (await hasCommitOf(clone, (await branchTip(clone, row.branch)) ?? head, made)) return;
      throw branchChanged();
    }
    if (!(error instanceof GitFailed)) throw error;
    throw new Conflict(`The repository rejected the change and is unchanged. ${error.message}`);
  }
}

/** With the request's ID, so that two requests never make the same commit, which both of them could push. */
function messageOf({ file, hunk }: HunkOfFile, { title, seen }: HunkChange): string {
  const [lines] = HUNK_HEADER.exec(hunk.header) ?? [];
  return `${title} ${shownPaths([file.path])}\n\n${lines}\n\n${REQUEST}: ${seen.id}\n`;
}

/** @throws {Conflict} if the diff has another hunk now */
async function findHunk(clone: Clone, range: Range, seen: SeenHunk): Promise<HunkOfFile> {
  const { from, head } = range;
  if (head !== seen.head) throw branchChanged();
  const file = await diffFile(clone, from, head, seen.path);
  const hunk = file?.hunks.find(({ id }) => id === seen.hunk);
  if (!file || !hunk || file.version !== seen.version) throw branchChanged();
  return { file, hunk };
}

/** The error if the branch isn't what the person saw. */
function branchChanged(): Conflict {
  return new Conflict("The branch has changed since you opened it. Reload the page and try again.");
}

/** Returns the tree of `head` with the change. @throws {Conflict} if nothing or anything else would differ */
async function changedTree(
  clone: Clone,
  range: Range,
  found: HunkOfFile,
  change: HunkChange,
): Promise<string> {
  const folder = join(clone.worktrees, `change-${randomId(6)}.index`);
  const index = { ...clone, env: { GIT_INDEX_FILE: folder } };
  try {
    const file = await change.fileOf(clone, range, found);
    await git(["read-tree", range.head], index);
    await restoreInIndex(index, [file]);
    const tree = (await git(["write-tree"], index)).trim();
    const changed = await changedFiles(clone, await treeOf(clone, range.head), tree);
    // A folder or a file may have taken the place of a file, and restoring it would remove the other one.
    const [only] = changed;
    if (changed.length !== 1 || only?.path !== found.file.path) throw new Conflict(change.refusal);
    return tree;
  } finally {
    await removeFolder(folder);
  }
}

/**
 * Returns a changed file before and after the pull request, each of which may not be there.
 * @throws {Conflict} for a link, another repository, and what became another kind of file
 */
export async function versionsOf(
  clone: Clone,
  { from, head }: Range,
  file: PullFile,
  refusal: string,
): Promise<{ before: ChangedFile; after: ChangedFile }> {
  const changes = await changedFiles(clone, from, head);
  const after = changes.find(({ path }) => path === file.path);
  const before = changes.find(({ path }) => path === (file.oldPath ?? file.path));
  if (!after || !before || ![before.oldMode, after.mode].every(isTextOrNone)) {
    throw new Conflict(refusal);
  }
  return { before, after };
}

/** Whether a file has lines: not a link, nor another repository. */
function isTextOrNone(mode: string): boolean {
  return mode.startsWith("100") || isAbsent(mode);
}

/** Stores a file's new content. @returns the file as `restoreInIndex` takes it */
export async function withContent(
  clone: Clone,
  file: ChangedFile,
  input: Buffer,
): Promise<ChangedFile> {
  const oldId = (await git(["hash-object", "-w", "--stdin"], { ...clone, input })).trim();
  return { ...file, oldMode: file.mode, oldId };
}

export const HUNK_HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
