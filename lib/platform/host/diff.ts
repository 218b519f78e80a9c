import "server-only";
import { LARGE_FILE } from "../../contract/api/limits.ts";
import type { PullDiff, PullFile } from "../../contract/api/pull-request.ts";
import { createPause } from "../../pause.ts";
import { type GitOptions, git } from "./git.ts";
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
const ENVIRONMENT = {
  GIT_LITERAL_PATHSPECS: "1",
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "core.bigFileThreshold",
  GIT_CONFIG_VALUE_0: String(LARGE_FILE),
};

type ChangedFile = Omit<PullFile, "hunks" | "cut">;

/** Whether a file is shown before those of which this isn't true. */
type ShownFirst = (file: Pick<PullFile, "path" | "oldPath">) => boolean;

/**
 * Returns one page of the changes from `base` to `head`, and a list of all changed files. Only the patches of the files
 * on the page are read.
 * @param place repository with the objects of both
 * @param page starts at 1; a page past the end is the last one
 */
export async function diffCommits(
  place: GitOptions,
  base: string,
  head: string,
  page: number,
  isFirst: ShownFirst = () => false,
): Promise<PullDiff> {
  const files = await listChanges(place, base, head);
  const pages = pagesOf([...files.filter(isFirst), ...files.filter((file) => !isFirst(file))]);
  const shown = Math.min(Math.max(1, page), pages.length);
  const fileList = pages.flatMap((all, index) =>
    all.map(({ path, additions, deletions }) => ({ path, additions, deletions, page: index + 1 })),
  );
  return {
    page: shown,
    pages: pages.length,
    fileCount: fileList.length,
    fileList: fileList.slice(0, MAX_LISTED),
    files: await readShown(place, [base, head], files, pages[shown - 1] ?? []),
  };
}

/** Reads the changes of files that are shown in another order than that of `all`, which is git's. */
async function readShown(
  place: GitOptions,
  range: [string, string],
  all: readonly ChangedFile[],
  shown: readonly ChangedFile[],
): Promise<PullFile[]> {
  const places = new Map(shown.map(({ path }, index) => [path, index]));
  const inGitOrder = all.filter(({ path }) => places.has(path));
  const read = await readPatches(place, range, inGitOrder, PAGE_LIMITS);
  const placeOf = ({ path }: PullFile) => places.get(path) ?? 0;
  return read.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the changes of all files from `base` to `head`, which are cut at `MAX_REVIEWED`. */
export async function diffToReview(
  place: GitOptions,
  base: string,
  head: string,
): Promise<PullFile[]> {
  const files = (await listChanges(place, base, head)).slice(0, MAX_LISTED);
  return readPatches(place, [base, head], files, MAX_REVIEWED);
}

/** Returns the changes of one file, cut like a file that has a page for itself; undefined if it has none. */
export async function diffFile(
  place: GitOptions,
  base: string,
  head: string,
  path: string,
): Promise<PullFile | undefined> {
  const file = (await listChanges(place, base, head)).find((each) => each.path === path);
  return file && (await readPatches(place, [base, head], [file], PAGE_LIMITS))[0];
}

async function listChanges(place: GitOptions, base: string, head: string): Promise<ChangedFile[]> {
  const args = ["diff", ...PLAIN, "--raw", "--no-abbrev", "--numstat", "-z", base, head, "--"];
  return parseFileList(await git(args, withLimit(place)));
}

/** Treats large files as binary, so that a page never has more than a few megabytes to parse. */
function withLimit(place: GitOptions): GitOptions {
  return { ...place, env: { ...place.env, ...ENVIRONMENT } };
}

/** Reads the changes of files in turn, which are in git's order. Once one is cut, those after it are left out, so that git needn't print them. */
async function readPatches(
  place: GitOptions,
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
    const patch = isSpent ? "" : await git(args, withLimit(place));
    const sections = splitPatch(patch);
    for (const [index, file] of batch.entries()) {
      read.push(readPatch(file, sections[index] ?? "", left));
      await pause();
    }
  }
  return withSizes(place, read);
}

/** Adds how large the files are that have no lines to show. */
async function withSizes(place: GitOptions, files: PullFile[]): Promise<PullFile[]> {
  const binary = files.filter((file) => file.binary);
  if (binary.length === 0) return files;
  const args = ["cat-file", "--batch-check=%(objectsize)"];
  const input = binary.map((file) => `${contentOf(file)}\n`).join("");
  const sizes = (await git(args, { ...place, input })).split("\n");
  const sizeOf = new Map(binary.map(({ path }, index) => [path, Number(sizes[index])]));
  return files.map((file) => ({ ...file, size: sizeOf.get(file.path) }));
}

/** Returns the ID of a file's content after the change, or before it was deleted. */
function contentOf({ version, status }: PullFile): string {
  const [before = "", after = ""] = version.split("..");
  return status === "deleted" ? before : after;
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

/**
 * @param left the remaining limits, which are reduced by each file that is read; nothing is left
 * after a file that is cut
 */
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
