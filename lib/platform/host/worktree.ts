import "server-only";
import { execFile } from "node:child_process";
import type { Stats } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** So that no folder blocks a job forever; the next attempt goes on. */
const LIMIT = { timeout: 60_000 };

/** Removes checkouts and their repositories that interrupted attempts left in `folder`. */
export async function removeWorktrees(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder);
  const matches = (name: string) => name === prefix || name.startsWith(`${prefix}-`);
  for (const name of names.filter((each) =>
    matches(each.replace(/\.(git|index(\.lock)?|objects)$/, "")),
  )) {
    await removeFolder(join(folder, name));
  }
}

/**
 * Removes a folder, even if an agent removed its permissions or nested it deeper than paths can say,
 * where Node's own removal fails. A link in its place is removed, never followed.
 */
export async function removeFolder(folder: string): Promise<void> {
  const isFolder = (await lstatOrNull(folder))?.isDirectory() === true;
  if (!isFolder) return rm(folder, { force: true });
  try {
    await run("rm", ["-rf", "--", folder], LIMIT);
  } catch {
    await run("chmod", ["-R", "u+rwX", "--", folder], LIMIT);
    await run("rm", ["-rf", "--", folder], LIMIT);
  }
}

async function lstatOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
