import type { PullHunk } from "../../../lib/contract/api/pull-request.ts";
import type { RenderedRow } from "../../../lib/contract/api/rendered-page.ts";

type Lines = readonly [first: number, last: number] | null;

/** Returns the ID of the hunk that each row of a rendered page shows. The first row of a hunk is the one that leads there. */
export function rowHunks(
  rows: readonly RenderedRow[],
  hunks: readonly PullHunk[],
): (string | undefined)[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    if (row.kind !== "changed") return undefined;
    const own = hunks.filter((hunk) => isIn(hunk, row.oldLines, row.newLines));
    const hunk = own.find(({ id }) => !taken.has(id)) ?? own[0];
    if (hunk) taken.add(hunk.id);
    return hunk?.id;
  });
}

function isIn({ lines }: PullHunk, old: Lines, now: Lines): boolean {
  return lines.some(({ kind, oldNumber, newNumber }) => {
    if (kind === "removed") return isWithin(oldNumber, old);
    return kind === "added" && isWithin(newNumber, now);
  });
}

function isWithin(line: number | null, lines: Lines): boolean {
  return line !== null && lines !== null && line >= lines[0] && line <= lines[1];
}
