import "server-only";
import type { PullDiff } from "../../contract/api/pull-request.ts";
import type { Clone } from "./clone.ts";
import { git } from "./git.ts";
import { parseChangedPaths, parseFileList, parseHunks, splitPatch } from "./patch.ts";

/** Files on one page of a diff. */
export const FILES_PER_PAGE = 30;
/** Maximum lines per file, and lines and characters per page. Files with more have `cut` set. */
const MAX_FILE_LINES = 2_000;
const MAX_LINES = 4_000;
const MAX_CHARACTERS = 400_000;

const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--find-renames"];
/** Git treats larger files as binary, so that a page never has more than a few megabytes to parse. */
const BIG_FILE = "256k";
const ENVIRONMENT = {
  GIT_LITERAL_PATHSPECS: "1",
  GIT_CONFIG_COUNT: "1",
  GIT_CONFIG_KEY_0: "core.bigFileThreshold",
  GIT_CONFIG_VALUE_0: BIG_FILE,
};

/**
 * Returns one page of the changes from `base` to `head`. Only the files on the page are read.
 * @param page starts at 1; a page past the end is the last one
 */
export async function diffCommits(
  clone: Clone,
  base: string,
  head: string,
  page: number,
): Promise<PullDiff> {
  const range = [base, head, "--"];
  const changes = parseChangedPaths(await git(["diff", ...PLAIN, "--raw", "-z", ...range], clone));
  const pages = Math.max(1, Math.ceil(changes.length / FILES_PER_PAGE));
  const shown = Math.min(Math.max(1, page), pages);
  const paths = changes.slice((shown - 1) * FILES_PER_PAGE, shown * FILES_PER_PAGE).flat();
  const summary = { page: shown, pages, fileCount: changes.length };
  if (paths.length === 0) return { ...summary, files: [] };
  const options = { ...clone, env: ENVIRONMENT };
  const files = parseFileList(
    await git(["diff", ...PLAIN, "--raw", "--numstat", "-z", ...range, ...paths], options),
  );
  const patch = await git(["diff", ...PLAIN, "--patch", ...range, ...paths], options);
  const sections = splitPatch(patch);
  const left = { lines: MAX_LINES, characters: MAX_CHARACTERS };
  const parsed = files.map((file, index) => {
    const lines = Math.min(MAX_FILE_LINES, left.lines);
    const { hunks, cut } = parseHunks(sections[index] ?? [], { ...left, lines });
    for (const hunk of hunks) {
      left.lines -= hunk.lines.length;
      left.characters -= hunk.lines.reduce((sum, { text }) => sum + text.length, 0);
    }
    return { ...file, hunks, cut };
  });
  return { ...summary, files: parsed };
}
