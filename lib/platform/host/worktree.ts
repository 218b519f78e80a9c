import "server-only";
import { execFile } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Removes checkouts and indexes that interrupted attempts left in `folder`. */
export async function removeWorktrees(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder);
  const matches = (name: string) => name === prefix || name.startsWith(`${prefix}-`);
  for (const name of names.filter((each) => matches(each.replace(/\.index(\.lock)?$/, "")))) {
    await removeFolder(join(folder, name));
  }
}

/** Removes a folder, even if an agent removed its permissions. */
export async function removeFolder(folder: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
  try {
    await rm(folder, options);
  } catch (error) {
    const denied = error instanceof Error && "code" in error && error.code === "EACCES";
    if (!denied) throw error;
    await promisify(execFile)("chmod", ["-R", "u+rwX", "--", folder]);
    await rm(folder, options);
  }
}
