import type { PullFile, PullLine } from "../../../lib/contract/api/pull-request.ts";

/** Height of a line that isn't wrapped, in rem; see diff.css. */
export const LINE_HEIGHT = 1.25;

/** How many lines a file has in the diff. */
export function linesIn({ hunks }: PullFile): number {
  return hunks.reduce((sum, { lines }) => sum + lines.length, 0);
}

/** How many lines are above each file of a diff. @param closed versions of the files whose lines aren't shown */
export function linesAbove(files: readonly PullFile[], closed: ReadonlySet<string>): number[] {
  let lines = 0;
  return files.map((file) => {
    const above = lines;
    if (!closed.has(file.version)) lines += linesIn(file);
    return above;
  });
}

/** A line before a change beside the one after it. */
export interface LineRow {
  before?: PullLine;
  after?: PullLine;
}

/** Pairs the lines of a hunk: context with itself, and removed lines with the added ones that follow them. */
export function lineRows(lines: readonly PullLine[]): LineRow[] {
  const rows: LineRow[] = [];
  let firstOpen = 0;
  for (const line of lines) {
    if (line.kind === "context") {
      rows.push({ before: line, after: line });
      firstOpen = rows.length;
    } else if (line.kind === "removed") {
      rows.push({ before: line });
    } else {
      const open = rows[firstOpen];
      if (open && !open.after) open.after = line;
      else rows.push({ after: line });
      firstOpen = open ? firstOpen + 1 : rows.length;
    }
  }
  return rows;
}
