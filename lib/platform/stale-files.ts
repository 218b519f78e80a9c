import "server-only";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "../clock.ts";
import { removeFolder } from "./host/worktree.ts";

/** Milliseconds after which nobody is still at work on something that takes seconds. */
const OLD = 60 * 60_000;

/** What is written under another name first, or serves one merge, by the folder that it is in. */
const UNFINISHED: [folder: string, name: RegExp][] = [
  [".", /^dashboard\.key\.[\da-f-]{36}$/],
  ["repository", /^(?:docs|work-[\da-f]{12})\.git\.[a-z\d]{8}$/],
  ["repository/home", /^\.gitconfig\.[a-z\d]{6}$/],
  ["worktrees", /^merge-[a-z\d]{6}$/],
];

/** Removes what processes that were killed have left in the data folder; what is fresh stays. */
export async function removeStaleFiles(dataDir: string): Promise<void> {
  for (const [folder, name] of UNFINISHED) {
    const parent = join(/* turbopackIgnore: true */ dataDir, folder);
    for (const left of (await namesIn(parent)).filter((each) => name.test(each))) {
      const path = join(/* turbopackIgnore: true */ parent, left);
      // By the clock of the machine, as the times of files are.
      if (systemClock.now() - (await changedAt(path)) > OLD) await removeFolder(path);
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

/** Never, where it is gone by now. */
async function changedAt(path: string): Promise<number> {
  return (await unlessMissing(stat(path)))?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
