import "server-only";
import type { PullFile } from "../../contract/api/pull-request.ts";
import type { Clone } from "./clone.ts";
import { git } from "./git.ts";
import { readFileList, readHunks, splitPatch } from "./patch.ts";

/** Lines shown of one file, and of all files together; what is beyond says so by `cut`. */
const FILE_LINES = 2_000;
const ALL_LINES = 20_000;

const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--find-renames"];

/** What changes from `base` to `head`, file by file. Large files count as binary (see `gitHome`). */
export async function diffCommits(clone: Clone, base: string, head: string): Promise<PullFile[]> {
  const files = readFileList(
    await git(["diff", ...PLAIN, "--raw", "--numstat", "-z", base, head, "--"], clone),
  );
  const sections = splitPatch(await git(["diff", ...PLAIN, "--patch", base, head, "--"], clone));
  let left = ALL_LINES;
  return files.map((file, index) => {
    const { hunks, cut } = readHunks(sections[index] ?? [], Math.min(FILE_LINES, left));
    left -= hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    return { ...file, hunks, cut };
  });
}
