import "server-only";

/** Names of other programs' variables that are close to ours. */
const OTHER_PROGRAMS = new Set(["DATADIR", "LOGLEVEL", "DATABASE_URI", "DATABASE_URLS"]);
/** Characters of the shortest name that is compared: everything is close to HOST and PORT. */
const MIN_LENGTH = 8;
/** Characters from which two slips count as close as well. */
const LONG_LENGTH = 12;

/** Returns one line per variable whose name is almost one of ours, so that a slip isn't taken for a default. */
export function nameProblems(given: readonly string[], ours: readonly string[]): string[] {
  const known = new Set([...ours, ...OTHER_PROGRAMS]);
  return given.flatMap((name) => {
    if (known.has(name)) return [];
    const meant = ours.find((our) => isClose(name, our));
    return meant ? [`${name}: isn't a setting of Errata. Rename it to ${meant}, or unset it`] : [];
  });
}

function isClose(name: string, our: string): boolean {
  if (our.length < MIN_LENGTH) return false;
  const most = our.length < LONG_LENGTH ? 1 : 2;
  return Math.abs(name.length - our.length) <= most && slipsBetween(name, our) <= most;
}

/** Counts inserted, left out, replaced, and swapped characters (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  let previous: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (previous[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [previous, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
