import "server-only";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../clock.ts";
import { removeFolder } from "./host/worktree.ts";

/** Milliseconds after which a temporary file is stale. Files in use are only seconds old. */
const MAX_AGE_MS = 60 * 60_000;

/** Names of temporary files and folders, by the folder that contains them. */
const TEMPORARY: [folder: string, name: RegExp][] = [
  [".", /^dashboard\.key\.[\da-f-]{36}$/],
  ["repository", /^(?:docs|work-[\da-f]{12})\.git\.[a-z\d]{8}$/],
  ["repository", /^id\.[\da-f-]{36}$/],
  ["repository/home", /^\.gitconfig\.[a-z\d]{6}$/],
  ["worktrees", /^(?:merge|change|held|test)-[a-z\d]{6}(?:\.\w{1,9}){0,2}$/],
];

/** Removes temporary files of killed processes from the data folder. Recent files are kept. */
export async function removeStaleFiles(dataDir: string): Promise<void> {
  for (const [folder, name] of TEMPORARY) {
    const parent = join(/* turbopackIgnore: true */ dataDir, folder);
    for (const file of (await namesIn(parent)).filter((each) => name.test(each))) {
      const path = join(/* turbopackIgnore: true */ parent, file);
      // File times come from the system clock.
      const age = systemClock.now() - (await changedAt(path));
      // A time in the future comes from a wrong clock.
      if (Math.abs(age) > MAX_AGE_MS) await removeFolder(path);
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

/** Returns the current time for a file that no longer exists. */
async function changedAt(path: string): Promise<number> {
  return (await unlessMissing(stat(path)))?.mtimeMs ?? systemClock.now();
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
