import "server-only";
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { DocsAddress } from "../../config/docs-repository.ts";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { createMutex, type Mutex } from "../../mutex.ts";
import { GitFailed, git, gitHome, runGit } from "./git.ts";
import {
  createAtomically,
  exists,
  initBare,
  makeSampleRepository,
  SAMPLE_BASE,
} from "./sample-repository.ts";
import { removeFolder } from "./worktree.ts";

export const SAMPLE_NAME = "errata/docs";

/** Our bare clone of the documentation's repository, `origin`; the work is done here and pushed. */
export interface Clone {
  folder: string;
  /** See `gitHome`. */
  home: string;
  /** Path or address, without credentials. */
  origin: string;
  /** Environment of every git that talks to the origin; the only place where credentials go. */
  access: Record<string, string>;
  /** Folder under which work trees are made. */
  worktrees: string;
  /** Held while references change. */
  lock: Mutex;
}

export interface DocsRepository {
  /** As shown to people: the sample's name, or the path or address without credentials. */
  name: string;
  /** The branch that pull requests go to: `DOCS_BRANCH`, or else the origin's default branch. */
  base(): Promise<string>;
  /** The clone, made on first need. */
  clone(): Promise<Clone>;
}

/** Milliseconds that a fetch or a push may take: the first one brings the whole history. */
const TRANSFER_LIMIT = 15 * 60_000;

/** The repository of `DOCS_REPOSITORY`, or else the sample's, which is made on first need. */
export function openRepository(config: Config): DocsRepository {
  const folder = join(config.dataDir, "repository");
  const given = config.docsRepository;
  const origin = given?.location ?? join(folder, "docs.git");
  const access = given ? credentialEnvironment(given) : {};
  const ready = once(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const home = await gitHome(folder);
    if (given === null) await makeSampleRepository(origin, home);
    return home;
  });
  return {
    name: given?.name ?? SAMPLE_NAME,
    base: once(async () => {
      if (given === null) return SAMPLE_BASE;
      return baseBranch(origin, config.docsBranch, { folder, home: await ready(), env: access });
    }),
    clone: once(async () => {
      const home = await ready();
      const name = createHash("sha256").update(origin).digest("hex").slice(0, 12);
      const bare = join(folder, `work-${name}.git`);
      const make = (unfinished: string) => initBare(unfinished, home, SAMPLE_BASE);
      if (!(await exists(bare))) await createAtomically(bare, make);
      // Earlier versions merged in work trees of the clone; one that was cut off stops every fetch.
      await removeFolder(join(bare, "worktrees"));
      const worktrees = join(config.dataDir, "worktrees");
      await mkdir(worktrees, { recursive: true, mode: 0o700 });
      return { folder: bare, home, origin, access, worktrees, lock: createMutex() };
    }),
  };
}

/**
 * Credentials for one server, as git takes them from the environment: not in a stored
 * configuration, not in arguments, and not sent on to wherever the server might redirect to.
 */
function credentialEnvironment({ location, credentials }: DocsAddress): Record<string, string> {
  if (credentials === null) return {};
  const basic = Buffer.from(credentials).toString("base64");
  return {
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: `http.${new URL(location).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
    GIT_CONFIG_KEY_1: "http.followRedirects",
    GIT_CONFIG_VALUE_1: "false",
  };
}

/**
 * Learns where the origin's branches stand.
 * @throws {GitFailed} when it cannot be reached
 */
export async function fetchOrigin(clone: Clone, signal?: AbortSignal): Promise<void> {
  const everything = "+refs/heads/*:refs/remotes/origin/*";
  const args = ["fetch", "--quiet", "--prune", "--no-tags", "--", clone.origin, everything];
  const { access: env, lock } = clone;
  await lock.run(() => git(args, { ...clone, env, signal, timeLimit: TRANSFER_LIMIT }));
}

/** The commit at the end of the origin's branch as last fetched; null where there is none. */
export async function branchTip(clone: Clone, branch: string): Promise<string | null> {
  const reference = `refs/remotes/origin/${branch}`;
  const found = await runGit(["rev-parse", "--verify", "--quiet", reference], {
    ...clone,
    allowedExitCodes: [1],
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
  await clone.lock.run(async () => {
    const { access: env } = clone;
    await git(args, { ...clone, env, signal: push.signal, timeLimit: TRANSFER_LIMIT });
    await git(["update-ref", `refs/remotes/origin/${push.branch}`, push.commit], clone);
  });
}

export async function isAncestor(clone: Clone, older: string, newer: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", older, newer];
  return (await runGit(args, { ...clone, allowedExitCodes: [1] })).code === 0;
}

/** The last commit that both have; null for histories that never met. */
export async function mergeBase(clone: Clone, one: string, other: string): Promise<string | null> {
  const found = await runGit(["merge-base", one, other], { ...clone, allowedExitCodes: [1] });
  return found.code === 0 ? found.output.trim() : null;
}

async function baseBranch(
  origin: string,
  wanted: string | null,
  place: { folder: string; home: string; env: Record<string, string> },
): Promise<string> {
  const asked = wanted === null ? "HEAD" : `refs/heads/${wanted}`;
  const said = await git(["ls-remote", "--symref", "--", origin, asked], place);
  const found = wanted ?? /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(said)?.[1];
  if (found && said.trim() !== "") return found;
  const missing =
    wanted === null ? "has no default branch with a commit yet" : `has no branch ${wanted}`;
  throw new AppError("unavailable", `DOCS_REPOSITORY ${missing}.`);
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
export function isStalePush(error: unknown): boolean {
  return error instanceof GitFailed && /stale info|fetch first|non-fast-forward/.test(error.output);
}
