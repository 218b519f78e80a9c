import "server-only";
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { GitFailed, git, gitAnswer, gitHome, withoutCredentials } from "./git.ts";
import { createMutex, type Mutex } from "./mutex.ts";
import {
  appearWhole,
  exists,
  initBare,
  makeSampleRepository,
  SAMPLE_BASE,
} from "./sample-repository.ts";

export const SAMPLE_NAME = "errata/docs";

/** Our bare clone of the documentation's repository, `origin`; the work is done here and pushed. */
export interface Clone {
  folder: string;
  /** See `gitHome`. */
  home: string;
  /** Path or address. May carry credentials, so it is neither stored in the clone nor shown. */
  origin: string;
  /** Folder under which work trees are made. */
  worktrees: string;
  /** Held while references or the list of work trees change. */
  lock: Mutex;
}

export interface DocsRepository {
  /** As shown to people: the sample's name, or the path or address without credentials. */
  name: string;
  /** The branch that pull requests go to: the origin's default branch. */
  base(): Promise<string>;
  /** The clone, made on first need. */
  clone(): Promise<Clone>;
}

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-]+(@[\w.-]+)?:/i;

/** The repository of `DOCS_REPOSITORY`, or else the sample's, which is made on first need. */
export function openRepository(config: Config): DocsRepository {
  const folder = join(config.dataDir, "repository");
  const given = config.docsRepository;
  const origin =
    given === null ? join(folder, "docs.git") : ADDRESS.test(given) ? given : resolve(given);
  const ready = once(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const home = await gitHome(folder);
    if (given === null) await makeSampleRepository(origin, home);
    return home;
  });
  return {
    name: given === null ? SAMPLE_NAME : withoutCredentials(origin),
    base: once(async () =>
      given === null ? SAMPLE_BASE : defaultBranch(origin, folder, await ready()),
    ),
    clone: once(async () => {
      const home = await ready();
      const name = createHash("sha256").update(origin).digest("hex").slice(0, 12);
      const bare = join(folder, `work-${name}.git`);
      const make = (unfinished: string) => initBare(unfinished, home, SAMPLE_BASE);
      if (!(await exists(bare))) await appearWhole(bare, make);
      const worktrees = join(config.dataDir, "worktrees");
      await mkdir(worktrees, { recursive: true, mode: 0o700 });
      return { folder: bare, home, origin, worktrees, lock: createMutex() };
    }),
  };
}

/**
 * Learns where the origin's branches stand.
 * @throws {GitFailed} when it cannot be reached
 */
export async function fetchOrigin(clone: Clone, signal?: AbortSignal): Promise<void> {
  const everything = "+refs/heads/*:refs/remotes/origin/*";
  const args = ["fetch", "--quiet", "--prune", "--no-tags", "--", clone.origin, everything];
  await clone.lock(() => git(args, { ...clone, signal }));
}

/** The commit at the end of the origin's branch as last fetched; null where there is none. */
export async function tipOf(clone: Clone, branch: string): Promise<string | null> {
  const reference = `refs/remotes/origin/${branch}`;
  const found = await gitAnswer(["rev-parse", "--verify", "--quiet", reference], {
    ...clone,
    answers: [1],
  });
  return found.code === 0 ? found.output.trim() : null;
}

/**
 * Moves the origin's branch from `expected` (null: it must not be there) to `commit`.
 * @throws {GitFailed} when it stands elsewhere by now, or when the origin refuses
 */
export async function pushBranch(
  clone: Clone,
  push: { branch: string; commit: string; expected: string | null; signal?: AbortSignal },
): Promise<void> {
  const reference = `refs/heads/${push.branch}`;
  const lease = `--force-with-lease=${reference}:${push.expected ?? ""}`;
  const args = ["push", "--quiet", lease, "--", clone.origin, `${push.commit}:${reference}`];
  await clone.lock(async () => {
    await git(args, { ...clone, signal: push.signal });
    await git(["update-ref", `refs/remotes/origin/${push.branch}`, push.commit], clone);
  });
}

export async function isAncestor(clone: Clone, older: string, newer: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", older, newer];
  return (await gitAnswer(args, { ...clone, answers: [1] })).code === 0;
}

/** The last commit that both have; null for histories that never met. */
export async function mergeBase(clone: Clone, one: string, other: string): Promise<string | null> {
  const found = await gitAnswer(["merge-base", one, other], { ...clone, answers: [1] });
  return found.code === 0 ? found.output.trim() : null;
}

async function defaultBranch(origin: string, folder: string, home: string): Promise<string> {
  const said = await git(["ls-remote", "--symref", "--", origin, "HEAD"], { folder, home });
  const branch = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(said)?.[1];
  if (branch) return branch;
  throw new AppError("unavailable", "DOCS_REPOSITORY has no default branch with a commit yet.");
}

/** Remembers what `make` gave; a failure is not remembered, so that the next call tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** Whether a push failed because the branch had moved, and not because the origin refused it. */
export function wasOvertaken(error: unknown): boolean {
  return error instanceof GitFailed && /stale info|fetch first|non-fast-forward/.test(error.output);
}
