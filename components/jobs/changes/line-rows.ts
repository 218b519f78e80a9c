import type { PullLine } from "../../../lib/contract/api/pull-request.ts";

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
