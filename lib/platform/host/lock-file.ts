import "server-only";
import { realpath, rm, stat } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import { systemClock } from "../../clock.ts";

/** Milliseconds after which whoever made a lock file has died: git holds them for a moment. */
const STALE = 30_000;

/**
 * The lock file of one of our repositories that git stumbled over, while it may still be held. One
 * that a killed git left is removed; of repositories that are not ours, nothing is known.
 * @param said git's words
 */
export async function checkLockFile(
  said: string,
  { folder, home }: { folder: string; home: string },
): Promise<string | null> {
  const named = /Unable to create '([^'\n]{1,4000}\.lock)': File exists/.exec(said)?.[1];
  if (named === undefined) return null;
  const path = resolve(folder, named);
  const ours = await Promise.all([dirname(home), realpath(dirname(home))]);
  if (!ours.some((place) => path.startsWith(place + sep))) return null;
  if ((await ageOf(path)) > STALE) await rm(path, { force: true });
  return path;
}

/** By the clock of the machine, as the times of files are; 0 where it is gone by now. */
async function ageOf(path: string): Promise<number> {
  try {
    return systemClock.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
}
