import "server-only";
import type { PullFile, PullHunk, PullLine } from "../contract/api/pull-request.ts";

/** Lines that follow each other and were replaced, removed, or added. */
export interface Run {
  removed: PullLine[];
  added: PullLine[];
}

/** A hunk with its file and what it changes. */
export interface Change {
  id: string;
  path: string;
  /** All lines of the hunk. */
  lines: PullLine[];
  runs: Run[];
}

/** Returns the changes of all files, in the order of the diff. */
export function changesOf(files: readonly PullFile[]): Change[] {
  return files.flatMap(({ path, hunks }) =>
    hunks.map((hunk) => ({ id: hunk.id, path, lines: hunk.lines, runs: runsOf(hunk) })),
  );
}

/** Divides a hunk into its runs of changed lines. */
export function runsOf({ lines }: PullHunk): Run[] {
  const runs: Run[] = [];
  let current: Run | null = null;
  for (const line of lines) {
    if (line.kind === "context") {
      current = null;
      continue;
    }
    if (!current) {
      current = { removed: [], added: [] };
      runs.push(current);
    }
    current[line.kind].push(line);
  }
  return runs;
}

/** The text of lines, one per line. */
export const textOf = (lines: readonly PullLine[]) => lines.map(({ text }) => text).join("\n");
