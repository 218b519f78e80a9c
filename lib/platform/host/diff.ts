import "server-only";
import type { PullFile } from "../../contract/api/pull-request.ts";
import type { Clone } from "./clone.ts";
import { git } from "./git.ts";
import { parseFileList, parseHunks, splitPatch } from "./patch.ts";

/** Maximum lines per file and in total. Files with more have `cut` set. */
const MAX_FILE_LINES = 2_000;
const MAX_LINES = 20_000;

const PLAIN = ["--no-color", "--no-ext-diff", "--no-textconv", "--find-renames"];

/** Returns the changes from `base` to `head` per file. Large files count as binary (see `gitHome`). */
export async function diffCommits(clone: Clone, base: string, head: string): Promise<PullFile[]> {
  const files = parseFileList(
    await git(["diff", ...PLAIN, "--raw", "--numstat", "-z", base, head, "--"], clone),
  );
  const sections = splitPatch(await git(["diff", ...PLAIN, "--patch", base, head, "--"], clone));
  let left = MAX_LINES;
  return files.map((file, index) => {
    const { hunks, cut } = parseHunks(sections[index] ?? [], Math.min(MAX_FILE_LINES, left));
    left -= hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
    return { ...file, hunks, cut };
  });
}
