import "server-only";
import { realpath, rm, stat } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { MAX_CLOCK_SKEW_MS, systemClock } from "../../clock.ts";

/** Milliseconds after which a lock file is stale. Git holds locks only for a moment. */
const STALE_MS = 30_000;

/**
 * Finds the lock file that made a git command fail, and removes it if it is stale.
 * @param output git's error output
 * @returns its path, or null if it isn't in one of our repositories
 */
export async function checkLockFile(
  output: string,
  { folder, home }: { folder: string; home: string },
): Promise<string | null> {
  const name = /Unable to create '([^'\n]{1,4000}\.lock)': File exists/.exec(output)?.[1];
  if (name === undefined) return null;
  const path = resolve(folder, name);
  const parents = await Promise.all([dirname(home), realpath(dirname(home))]);
  if (!parents.some((parent) => path.startsWith(parent + sep))) return null;
  const age = await ageOf(path);
  // A time in the future comes from a wrong clock.
  if (age > STALE_MS || age < -MAX_CLOCK_SKEW_MS) await rm(path, { force: true });
  return path;
}

/** Uses the system clock, like file times do. Returns 0 for a file that no longer exists. */
async function ageOf(path: string): Promise<number> {
  try {
    return systemClock.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
}
