import "server-only";
import type { PullDiff, PullFile } from "../../contract/api/pull-request.ts";
import { createPause } from "../../pause.ts";
import type { Clone } from "./clone.ts";
import { git } from "./git.ts";
import { firstLines, parseFileList, parseHunks, splitPatch } from "./patch.ts";

/** Files on one page of a diff. */
const FILES_PER_PAGE = 30;
/** Lines and characters on a page. A file that alone has more is cut. */
const MAX_LINES = 1_200;
const MAX_CHARACTERS = 400_000;
const PAGE_LIMITS = { lines: MAX_LINES, characters: MAX_CHARACTERS };
/** Lines and characters of all files that a review compares. */
const MAX_REVIEWED = { lines: 20_000, characters: 2_000_000 };
/** Files whose changes git prints at once, and lines unless one file has more. */
const BATCH = { files: 40, lines: 4_000 } as const;
/** Lines of a patch before its hunks. */
const MAX_HEADER = 20;
/** Files in the list of all files. */
const MAX_LISTED = 1_000;
/** A changed line with its context: three lines before it and three after it. */
const LINES_PER_CHANGE = 7;

const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--find-renames"];
/** Git treats larger files as binary, so that a page never has more than a few megabytes to parse. */
const BIG_FILE = "256k";
const ENVIRONMENT = {
  GIT_LITERAL_PATHSPECS: "1",
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "core.bigFileThreshold",
  GIT_CONFIG_VALUE_0: BIG_FILE,
};

type ChangedFile = Omit<PullFile, "hunks" | "cut">;

/**
 * Returns one page of the changes from `base` to `head`, and a list of all changed files. Only the patches of the files
 * on the page are read.
 * @param page starts at 1; a page past the end is the last one
 */
export async function diffCommits(
  clone: Clone,
  base: string,
  head: string,
  page: number,
): Promise<PullDiff> {
  const pages = pagesOf(await listChanges(clone, base, head));
  const shown = Math.min(Math.max(1, page), pages.length);
  const fileList = pages.flatMap((all, index) =>
    all.map(({ path, additions, deletions }) => ({ path, additions, deletions, page: index + 1 })),
  );
  return {
    ...{ page: shown, pages: pages.length, fileCount: fileList.length },
    fileList: fileList.slice(0, MAX_LISTED),
    files: await readPatches(clone, [base, head], pages[shown - 1] ?? [], PAGE_LIMITS),
  };
}

/** Returns the changes of all files from `base` to `head`, which are cut at `MAX_REVIEWED`. */
export async function diffToReview(clone: Clone, base: string, head: string): Promise<PullFile[]> {
  const files = (await listChanges(clone, base, head)).slice(0, MAX_LISTED);
  return readPatches(clone, [base, head], files, MAX_REVIEWED);
}

/** Returns the changes of one file, cut like a file that has a page for itself; undefined if it has none. */
export async function diffFile(
  clone: Clone,
  base: string,
  head: string,
  path: string,
): Promise<PullFile | undefined> {
  const file = (await listChanges(clone, base, head)).find((each) => each.path === path);
  return file && (await readPatches(clone, [base, head], [file], PAGE_LIMITS))[0];
}

async function listChanges(clone: Clone, base: string, head: string): Promise<ChangedFile[]> {
  const args = ["diff", ...PLAIN, "--raw", "--no-abbrev", "--numstat", "-z", base, head, "--"];
  return parseFileList(await git(args, { ...clone, env: ENVIRONMENT }));
}

/** Reads the changes of files in turn. Once one is cut, those after it are left out, so that git needn't print them. */
async function readPatches(
  clone: Clone,
  [base, head]: [string, string],
  files: readonly ChangedFile[],
  limits: { lines: number; characters: number },
): Promise<PullFile[]> {
  const left = { ...limits };
  const read: PullFile[] = [];
  const pause = createPause();
  while (read.length < files.length) {
    const batch = nextBatch(files.slice(read.length));
    const paths = batch.flatMap(({ path, oldPath }) => (oldPath ? [oldPath, path] : [path]));
    const args = ["diff", ...PLAIN, "--patch", base, head, "--", ...paths];
    const isSpent = left.lines === 0;
    const patch = isSpent ? "" : await git(args, { ...clone, env: ENVIRONMENT });
    const sections = splitPatch(patch);
    for (const [index, file] of batch.entries()) {
      read.push(readPatch(file, sections[index] ?? "", left));
      await pause();
    }
  }
  return read;
}

/** Returns the first files, at least one, whose changes git prints at once. */
function nextBatch(files: readonly ChangedFile[]): ChangedFile[] {
  let lines = 0;
  const end = files.slice(0, BATCH.files).findIndex(({ additions, deletions }, index) => {
    lines += additions + deletions;
    return index > 0 && lines > BATCH.lines;
  });
  return files.slice(0, end === -1 ? BATCH.files : end);
}

/** @param left is reduced by what is read; nothing is left after a file that is cut */
function readPatch(
  file: ChangedFile,
  section: string,
  left: { lines: number; characters: number },
): PullFile {
  if (left.lines === 0) return { ...file, hunks: [], cut: file.additions + file.deletions > 0 };
  // Each header of a hunk is followed by a line of it.
  const lines = firstLines(section, 2 * left.lines + MAX_HEADER);
  const { hunks, cut } = parseHunks(file.path, lines, left);
  for (const hunk of hunks) {
    left.lines -= hunk.lines.length;
    left.characters -= hunk.lines.reduce((sum, { text }) => sum + text.length, 0);
  }
  if (cut) left.lines = 0;
  return { ...file, hunks, cut };
}

/** Divides files into pages of at most `MAX_LINES` lines, unless one file has more. There is at least one page. */
function pagesOf(files: readonly ChangedFile[]): ChangedFile[][] {
  const pages: ChangedFile[][] = [[]];
  let lines = 0;
  for (const file of files) {
    const size = linesOf(file);
    const current = pages.at(-1) ?? [];
    const isFull = lines + size > MAX_LINES || current.length === FILES_PER_PAGE;
    if (isFull && current.length > 0) {
      pages.push([file]);
      lines = size;
    } else {
      current.push(file);
      lines += size;
    }
  }
  return pages;
}

/** The most lines that the diff of a file can have. */
function linesOf({ status, additions, deletions }: ChangedFile): number {
  const isWhole = status === "added" || status === "deleted";
  return (additions + deletions) * (isWhole ? 1 : LINES_PER_CHANGE);
}
