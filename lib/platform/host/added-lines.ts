import "server-only";
import { type GitOptions, git } from "./git.ts";

/** Files whose lines are read; in others, no line counts as added. */
const MAX_FILES = 50;
/** Places of one file that are kept. */
const MAX_SECTIONS = 1_000;
const SECTION = /^@@ -\S{1,30} \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/**
 * Returns a function that says whether a change added a line of a file.
 * @param place repository with the objects of both
 */
export async function addedLines(
  place: GitOptions,
  from: string,
  to: string,
  paths: readonly string[],
): Promise<(line: { file: string; line: number }) => boolean> {
  const options = ["--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
  const env = { ...place.env, GIT_LITERAL_PATHSPECS: "1" };
  const ranges = new Map<string, (readonly [number, number])[]>();
  for (const path of [...new Set(paths)].slice(0, MAX_FILES)) {
    const patch = await git(["diff", ...options, from, to, "--", path], { ...place, env });
    const sections = patch.split("\n").flatMap((line) => {
      const [, start, count = "1"] = SECTION.exec(line) ?? [];
      return start ? [[Number(start), Number(start) + Number(count)] as const] : [];
    });
    ranges.set(path, sections.slice(0, MAX_SECTIONS));
  }
  return ({ file, line }) =>
    ranges.get(file)?.some(([start, end]) => line >= start && line < end) ?? false;
}
