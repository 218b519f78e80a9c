import type { PullHunk } from "../../../lib/contract/api/pull-request.ts";
import type { RenderedRow } from "../../../lib/contract/api/rendered-page.ts";

type Lines = readonly [first: number, last: number] | null;

/** Returns the ID of the hunk that each row of a rendered page shows. The first row of a hunk is the one that leads there. */
export function rowHunks(
  rows: readonly RenderedRow[],
  hunks: readonly PullHunk[],
): (string | undefined)[] {
  const changed = hunks.map(({ id, lines }) => ({
    id,
    old: lines.flatMap(({ kind, oldNumber }) => (kind === "removed" ? (oldNumber ?? []) : [])),
    now: lines.flatMap(({ kind, newNumber }) => (kind === "added" ? (newNumber ?? []) : [])),
  }));
  const taken = new Set<string>();
  return rows.map((row) => {
    if (row.kind !== "changed") return undefined;
    const own = changed.filter(
      ({ old, now }) => isAmong(old, row.oldLines) || isAmong(now, row.newLines),
    );
    const hunk = own.find(({ id }) => !taken.has(id)) ?? own[0];
    if (hunk) taken.add(hunk.id);
    return hunk?.id;
  });
}

/** @param numbers in order */
function isAmong(numbers: readonly number[], lines: Lines): boolean {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (lines === null || first === undefined || last === undefined) return false;
  if (last < lines[0] || first > lines[1]) return false;
  return numbers.some((line) => line >= lines[0] && line <= lines[1]);
}
