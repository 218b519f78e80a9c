import "server-only";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { git } from "./git.ts";
import { randomId } from "./random-id.ts";

export const SAMPLE_BASE = "main";

/** Fixed author and date, so that every installation starts with the same commit. */
const AUTHOR = "Parcel Relay Docs <docs@errata.invalid> 1767225600 +0000";

/**
 * Creates the sample's bare repository in `folder` if it doesn't exist. It is created atomically, also
 * when two processes start at once.
 */
export async function createSampleRepository(folder: string, home: string): Promise<void> {
  if (await pathExists(folder)) return;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await createAtomically(folder, async (temporary) => {
    await initBare(temporary, home, SAMPLE_BASE);
    const input = await firstCommit();
    await git(["fast-import", "--quiet"], { folder: temporary, home, input });
  });
}

/** Creates an empty bare repository with the default branch `branch`. */
export async function initBare(folder: string, home: string, branch: string): Promise<void> {
  await mkdir(folder);
  const options = ["--quiet", "--bare", "--template=", `--initial-branch=${branch}`];
  await git(["init", ...options], { folder, home });
}

/** Lets `create` fill a temporary folder, which is then renamed to `folder`. */
export async function createAtomically(
  folder: string,
  create: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = `${folder}.${randomId(8)}`;
  try {
    await create(temporary);
    await rename(temporary, folder);
  } catch (error) {
    if (!(await pathExists(folder))) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

export async function pathExists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns a git fast-import stream. Lengths are in bytes. */
async function firstCommit(): Promise<string> {
  const { samplePages } = await import("../sample/pages.ts");
  const files = samplePages().map(
    ({ path, content }) => `M 100644 inline ${path}\n${data(content)}`,
  );
  const head = `commit refs/heads/${SAMPLE_BASE}\ncommitter ${AUTHOR}\n`;
  return `${head}${data("Add the documentation")}${files.join("")}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
