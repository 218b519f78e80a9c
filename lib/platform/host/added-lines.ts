import "server-only";
import { type GitOptions, git } from "./git.ts";

/** Files whose lines are read; in others, no line counts as added. */
const MAX_FILES = 50;
/** Places of one file that are kept. */
const MAX_SECTIONS = 1_000;
const START = "\n@@ ";
const MAX_HEADER = 80;
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
  const sections = new Map<string, Section[]>();
  for (const path of [...new Set(paths)].slice(0, MAX_FILES)) {
    const patch = await git(["diff", ...options, from, to, "--", path], { ...place, env });
    sections.set(path, sectionsIn(patch));
  }
  return ({ file, line }) => {
    const found = lastBefore(sections.get(file) ?? [], line);
    return found !== undefined && line < found.end;
  };
}

/** Lines of a file that a change added: the first, and the one after the last. */
interface Section {
  start: number;
  end: number;
}

/** Returns the sections of a patch, in order. Lines of its files start with a sign. */
function sectionsIn(patch: string): Section[] {
  const sections: Section[] = [];
  let at = patch.indexOf(START);
  while (at >= 0 && sections.length < MAX_SECTIONS) {
    const header = patch.slice(at + 1, at + 1 + MAX_HEADER);
    const [, start = "0", count = "1"] = SECTION.exec(header) ?? [];
    sections.push({ start: Number(start), end: Number(start) + Number(count) });
    at = patch.indexOf(START, at + 1);
  }
  return sections;
}

/** Returns the last section that starts at a line or before it. */
function lastBefore(sections: readonly Section[], line: number): Section | undefined {
  let [low, high] = [0, sections.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.start ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return sections[low - 1];
}
