import "server-only";
import { join } from "node:path";
import type { Clock } from "../../clock.ts";
import type { Actor } from "../../contract/api/people.ts";
import type { PullFile, PullHunk } from "../../contract/api/pull-request.ts";
import type { DiscardRequest } from "../../contract/api/review-comments.ts";
import type { Database } from "../../database/open.ts";
import { Conflict } from "../../errors.ts";
import type { PlatformSchema } from "../schema/schema.ts";
import { changedFiles, isNothing, restoreInIndex } from "./changed-files.ts";
import { branchTip, type Clone, fetchOrigin, isStalePush, pushBranch } from "./clone.ts";
import { createCommit, treeOf } from "./commit.ts";
import { diffFile } from "./diff.ts";
import { GitFailed, git, gitBytes, runGit } from "./git.ts";
import { readPullBranches } from "./pull-branches.ts";
import { type PullRow, requireIdle } from "./pull-rows.ts";
import { randomId } from "./random-id.ts";
import { shownPaths } from "./undo-unintended-changes.ts";
import { removeFolder } from "./worktree.ts";

/** The commits of a diff. */
interface Range {
  from: string;
  head: string;
}

/** Where a hunk is before and after the change: how many lines, and the index of the first. */
interface Place {
  before: { at: number; count: number };
  after: { at: number; count: number };
}

/** A hunk to discard, and its file. */
export interface HunkOfFile {
  file: PullFile;
  hunk: PullHunk;
}

/** In the message of a commit that discards a hunk: the ID of the request. */
const TRAILER = "Errata-Discard";
/** Commits in which that of a request is looked for. */
const MAX_COMMITS = 100;

/**
 * Commits to a pull request's branch what restores the lines of one hunk. Does nothing if it was done for the same request, whose
 * answer was lost, or that another server got as well.
 * @param record called once before the branch changes, after all checks; if it fails, nothing changes
 * @throws {Conflict} if the diff isn't what the person saw, the hunk can't be restored, or the job's agent works
 */
export async function discardHunk(
  { clone, clock, database }: { clone: Clone; clock: Clock; database: Database<PlatformSchema> },
  row: PullRow,
  { seen, by }: { seen: DiscardRequest; by: Actor },
  record: (discarded: HunkOfFile) => Promise<void>,
): Promise<void> {
  await fetchOrigin(clone);
  const branches = await readPullBranches(clone, row);
  const { head } = branches;
  if (branches.isMerged) throw branchChanged();
  if (await isDone(clone, head, seen)) return;
  const found = await findHunk(clone, branches, seen);
  const tree = await treeWithoutHunk(clone, branches, found);
  const [lines] = HEADER.exec(found.hunk.header) ?? [];
  // With the request's ID, so that two requests never make the same commit, which both of them could push.
  const message = `Discard a change of ${shownPaths([found.file.path])}\n\n${lines}\n\n${TRAILER}: ${seen.id}\n`;
  const commit = await createCommit(clone, clock, { tree, parents: [head], message, by });
  // Last, because an agent may have begun meanwhile.
  await requireIdle(database, row);
  await record(found);
  try {
    await pushBranch(clone, { branch: row.branch, commit, expected: head });
  } catch (error) {
    if (isStalePush(error)) {
      await fetchOrigin(clone);
      if (await isDone(clone, (await branchTip(clone, row.branch)) ?? head, seen)) return;
      throw branchChanged();
    }
    if (!(error instanceof GitFailed)) throw error;
    throw new Conflict(`The repository rejected the change and is unchanged. ${error.message}`);
  }
}

/** Whether a commit of the same request is on the branch since what the person saw. */
async function isDone(clone: Clone, head: string, seen: DiscardRequest): Promise<boolean> {
  if (head === seen.head || !/^[\da-f]{40,64}$/.test(seen.head)) return false;
  const range = `${seen.head}..${head}`;
  const format = `--format=%(trailers:key=${TRAILER},valueonly)`;
  // The commit that the person saw may be unknown.
  const found = await runGit(["log", `--max-count=${MAX_COMMITS}`, format, range, "--"], {
    ...clone,
    allowedExitCodes: [128],
  });
  return found.code === 0 && found.output.split("\n").includes(seen.id);
}

/** @throws {Conflict} if the diff has another hunk now, or doesn't show it in full */
async function findHunk(
  clone: Clone,
  { from, head }: Range,
  seen: DiscardRequest,
): Promise<HunkOfFile> {
  if (head !== seen.head) throw branchChanged();
  const file = await diffFile(clone, from, head, seen.path);
  const hunk = file?.hunks.find(({ id }) => id === seen.hunk);
  if (!file || !hunk || file.version !== seen.version) throw branchChanged();
  if (!isWhole(hunk)) {
    throw new Conflict("This change is too long to show in full, so it can't be discarded here.");
  }
  return { file, hunk };
}

/** The pull request isn't what the person decided about. */
function branchChanged(): Conflict {
  return new Conflict("The branch has changed since you opened it. Reload the page and try again.");
}

/**
 * Returns the tree of `head` with a hunk's lines as they were at `from`. Nothing else differs, byte for byte.
 * @throws {Conflict} if the file became another kind of file, or its place was taken
 */
async function treeWithoutHunk(
  clone: Clone,
  range: Range,
  { file, hunk }: HunkOfFile,
): Promise<string> {
  const folder = join(clone.worktrees, `discard-${randomId(6)}.index`);
  const index = { ...clone, env: { GIT_INDEX_FILE: folder } };
  try {
    const restored = await restoredFile(clone, range, file, placeOf(hunk));
    await git(["read-tree", range.head], index);
    await restoreInIndex(index, [restored]);
    const tree = (await git(["write-tree"], index)).trim();
    const changed = await changedFiles(clone, await treeOf(clone, range.head), tree);
    // A folder or a file may have taken the place of a file, and restoring it would remove the other one.
    if (changed.length !== 1 || changed[0]?.path !== file.path) throw cannotRestore();
    return tree;
  } finally {
    await removeFolder(folder);
  }
}

/** The file as `restoreInIndex` puts it back: its mode and content, or none for one that was added. */
async function restoredFile(clone: Clone, { from, head }: Range, file: PullFile, place: Place) {
  const changes = await changedFiles(clone, from, head);
  const after = changes.find(({ path }) => path === file.path);
  const before = changes.find(({ path }) => path === (file.oldPath ?? file.path));
  if (!after || !before || ![before.oldMode, after.mode].every(isTextOrNone)) throw cannotRestore();
  if (isNothing(before.oldMode) || isNothing(after.mode)) return { ...after, path: file.path };
  const [old, now] = await Promise.all([linesOf(clone, before.oldId), linesOf(clone, after.id)]);
  const kept = old.slice(place.before.at, place.before.at + place.before.count);
  const lines = now.toSpliced(place.after.at, place.after.count, ...kept);
  const input = Buffer.from(lines.join(""), "latin1");
  const oldId = (await git(["hash-object", "-w", "--stdin"], { ...clone, input })).trim();
  return { ...after, oldMode: after.mode, oldId };
}

/** Whether a file has lines to restore: not a link, nor another repository. */
function isTextOrNone(mode: string): boolean {
  return mode.startsWith("100") || isNothing(mode);
}

/** Returns a file's lines with their ends. Each character is a byte. */
async function linesOf(clone: Clone, id: string): Promise<string[]> {
  const bytes = await gitBytes(["cat-file", "blob", id], clone);
  return bytes.toString("latin1").split(/(?<=\n)/);
}

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function placeOf({ header }: PullHunk): Place {
  const [, oldStart, oldCount = "1", newStart, newCount = "1"] = HEADER.exec(header) ?? [];
  const side = (start: number, count: number) => ({ at: count === 0 ? start : start - 1, count });
  return {
    before: side(Number(oldStart), Number(oldCount)),
    after: side(Number(newStart), Number(newCount)),
  };
}

function isWhole(hunk: PullHunk): boolean {
  const { before, after } = placeOf(hunk);
  const count = (kind: "removed" | "added") =>
    hunk.lines.filter((line) => line.kind === kind || line.kind === "context").length;
  return count("removed") === before.count && count("added") === after.count;
}

function cannotRestore(): Conflict {
  return new Conflict("This change can't be discarded alone. Ask the agent to undo it instead.");
}
