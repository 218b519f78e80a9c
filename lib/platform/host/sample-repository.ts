import "server-only";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { samplePages } from "../sample/pages.ts";
import { git } from "./git.ts";
import { randomId } from "./random-id.ts";

export const SAMPLE_BASE = "main";

/** One commit with a fixed author and date, so that every installation begins alike. */
const AUTHOR = "Parcel Relay Docs <docs@errata.invalid> 1767225600 +0000";

/**
 * Makes the sample's bare repository at `folder` unless it is there. It appears whole or not at
 * all; of two processes that make it at once, one's is kept.
 */
export async function makeSampleRepository(folder: string, home: string): Promise<void> {
  if (await exists(folder)) return;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await createAtomically(folder, async (unfinished) => {
    await initBare(unfinished, home, SAMPLE_BASE);
    await git(["fast-import", "--quiet"], { folder: unfinished, home, input: firstCommit() });
  });
}

/** An empty bare repository whose HEAD names `branch`, whatever git's default is. */
export async function initBare(folder: string, home: string, branch: string): Promise<void> {
  await mkdir(folder);
  await git(["init", "--quiet", "--bare", "--template="], { folder, home });
  await git(["symbolic-ref", "HEAD", `refs/heads/${branch}`], { folder, home });
}

/** Lets `make` fill a temporary folder, which then becomes `folder` in one step. */
export async function createAtomically(
  folder: string,
  make: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${folder}.${randomId(8)}`;
  try {
    await make(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/** Git's import stream; lengths are in bytes. */
function firstCommit(): string {
  const files = samplePages().map(
    ({ path, content }) => `M 100644 inline ${path}\n${data(content)}`,
  );
  const head = `commit refs/heads/${SAMPLE_BASE}\ncommitter ${AUTHOR}\n`;
  return `${head}${data("Add the documentation")}${files.join("")}`;
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
