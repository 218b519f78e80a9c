import "server-only";
import type { Stats } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "../program-starter.ts";

/** Milliseconds, so that no folder blocks a job forever; the next attempt goes on. */
const REMOVAL_TIMEOUT_MS = 60_000;
const OUTPUT_LIMIT = 1_000_000;

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
    await run("rm", ["-rf", "--", folder]);
  } catch {
    await run("chmod", ["-R", "u+rwX", "--", folder]);
    await run("rm", ["-rf", "--", folder]);
  }
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const limits = { outputLimit: OUTPUT_LIMIT, timeLimit: REMOVAL_TIMEOUT_MS };
  const call = { program, args, folder: "/", env: process.env, input: "", ...limits };
  const { code, stderr, reason } = await runProgram(call);
  if (code !== 0) throw new Error(`${program} failed: ${stderr.toString() || reason}`);
}

async function lstatOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
