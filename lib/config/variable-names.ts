import "server-only";
import { editDistance } from "../text/edit-distance.ts";

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
    return meant ? [`${name}: isn't an Errata setting. Rename it to ${meant}, or unset it`] : [];
  });
}

function isClose(name: string, our: string): boolean {
  if (our.length < MIN_LENGTH) return false;
  const most = our.length < LONG_LENGTH ? 1 : 2;
  return editDistance(name.toUpperCase(), our, most) <= most;
}
