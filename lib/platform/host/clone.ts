import "server-only";
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { createMutex, type Mutex } from "../../mutex.ts";
import { GitFailed, git, gitHome, runGit } from "./git.ts";
import { randomId } from "./random-id.ts";
import {
  createAtomically,
  createSampleRepository,
  initBare,
  pathExists,
  SAMPLE_BASE,
} from "./sample-repository.ts";
import { removeFolder } from "./worktree.ts";

export const SAMPLE_NAME = "errata/docs";

/** Our bare clone of the documentation repository. Commits are created here and pushed to `origin`. */
export interface Clone {
  folder: string;
  /** See `gitHome`. */
  home: string;
  /** Path or URL, without credentials. */
  origin: string;
  /** Whether the origin is the built-in sample, which has no hooks of its own. */
  isSample: boolean;
  /** Returns the environment of git commands that access the origin. Credentials are only in there. */
  credentials: () => Promise<Record<string, string>>;
  /** Folder that contains the checkouts. */
  worktrees: string;
  /** Held while refs change. */
  lock: Mutex;
  /** A fetch that waits for the lock; null if there is none. */
  waiting: { fetch: Promise<void> | null };
}

export interface DocsRepository {
  /** Display name: the sample's name, or the path or URL without credentials. */
  name: string;
  /** Returns the base branch of pull requests: `DOCS_BRANCH`, or the origin's default branch. */
  base(): Promise<string>;
  /** Asks the origin, every time. @throws {AppError} if it can't be reached or has no base branch */
  reach(): Promise<void>;
  /** Returns the clone, which is created on first use. */
  clone(): Promise<Clone>;
}

/** Pushes to a folder run its hooks, unless its receiving side is told not to. */
const NO_HOOKS = "--receive-pack=git -c core.hooksPath=/dev/null receive-pack";

/** Timeout of a fetch or push in milliseconds. The first fetch transfers the whole history. */
const TRANSFER_TIMEOUT_MS = 15 * 60_000;

/**
 * Returns the repository of `DOCS_REPOSITORY`, or the sample, which is created on first use.
 * @param signIn returns `user:password` for a repository without credentials of its own; null for none
 */
export function createDocsRepository(
  config: Config,
  signIn: () => Promise<string | null> = async () => null,
): DocsRepository {
  const folder = join(config.dataDir, "repository");
  const configured = config.docsRepository;
  const origin = configured?.location ?? join(folder, "docs.git");
  const credentials = async () =>
    configured
      ? credentialEnvironment(configured.location, configured.credentials ?? (await signIn()))
      : {};
  const ready = once(async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const home = await gitHome(folder);
    if (configured === null) await createSampleRepository(origin, home);
    return home;
  });
  const askBase = async () =>
    configured === null
      ? SAMPLE_BASE
      : baseBranch(origin, config.docsBranch, {
          folder,
          home: await ready(),
          env: await credentials(),
        });
  return {
    name: configured?.name ?? SAMPLE_NAME,
    base: once(askBase),
    reach: async () => void (await askBase()),
    clone: once(async () => {
      const home = await ready();
      const name = createHash("sha256").update(origin).digest("hex").slice(0, 12);
      const bare = join(folder, `work-${name}.git`);
      const create = (temporary: string) => initBare(temporary, home, SAMPLE_BASE);
      if (!(await pathExists(bare))) await createAtomically(bare, create);
      // Earlier versions merged in work trees of the clone. An interrupted one blocks every fetch.
      await removeFolder(join(bare, "worktrees"));
      const worktrees = join(config.dataDir, "worktrees");
      await mkdir(worktrees, { recursive: true, mode: 0o700 });
      const isSample = configured === null;
      const turns = { lock: createMutex(), waiting: { fetch: null } };
      return { folder: bare, home, origin, isSample, credentials, worktrees, ...turns };
    }),
  };
}

/**
 * Returns git credentials for one server as environment variables, so that they are never in a stored
 * configuration or in arguments. Redirects are off, so that they aren't sent to another server.
 */
function credentialEnvironment(
  location: string,
  credentials: string | null,
): Record<string, string> {
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

/** The lines of a repository's configuration that describe its file system. */
const FILE_SYSTEM = /^[ \t]*(filemode|symlinks|ignorecase|precomposeunicode) = (true|false)$/gm;

/**
 * Restores the clone's configuration and removes its attributes and the link to another one's. An agent
 * without a sandbox can write there, and git would run the filters it names.
 */
export async function restoreSettings({ folder, home }: Clone): Promise<void> {
  const file = join(folder, "config");
  const kept = (await readFile(file, "utf8").catch(() => "")).match(FILE_SYSTEM) ?? [];
  const lines = ["[core]", "\trepositoryformatversion = 0", "\tbare = true", ...kept];
  const temporary = `${file}.${randomId(6)}`;
  await writeFile(temporary, `${lines.join("\n")}\n`, { flag: "wx" });
  await rename(temporary, file);
  // `commondir` would make git read the configuration and the attributes of another repository.
  for (const name of ["info", "commondir"])
    await removeFolder(join(/* turbopackIgnore: true */ folder, name));
  await gitHome(dirname(home));
}

/**
 * Fetches the origin's branches. Whoever asks before a fetch has begun shares it, so that many readers don't keep a merge waiting
 * for one fetch each.
 * @param signal ends the fetch, which isn't shared then
 * @throws {GitFailed} if the origin can't be reached
 */
export function fetchOrigin(clone: Clone, signal?: AbortSignal): Promise<void> {
  if (signal) return clone.lock.run(() => fetchNow(clone, signal));
  const { lock, waiting } = clone;
  waiting.fetch ??= lock.run(() => {
    waiting.fetch = null;
    return fetchNow(clone);
  });
  return waiting.fetch;
}

async function fetchNow(clone: Clone, signal?: AbortSignal): Promise<void> {
  const everything = "+refs/heads/*:refs/remotes/origin/*";
  const args = ["fetch", "--quiet", "--prune", "--no-tags", "--", clone.origin, everything];
  const env = await clone.credentials();
  await git(args, { ...clone, env, signal, timeLimit: TRANSFER_TIMEOUT_MS });
}

/** Returns the head of the origin's branch as last fetched; null if it doesn't exist. */
export async function branchTip(clone: Clone, branch: string): Promise<string | null> {
  const ref = `refs/remotes/origin/${branch}`;
  const found = await runGit(["rev-parse", "--verify", "--quiet", ref], {
    ...clone,
    allowedExitCodes: [1],
  });
  return found.code === 0 ? found.output.trim() : null;
}

/** Returns the heads of the origin's branches as last fetched, by branch. */
export async function branchTips(clone: Clone): Promise<Map<string, string>> {
  const format = "--format=%(objectname) %(refname:lstrip=3)";
  const lines = (await git(["for-each-ref", format, "refs/remotes/origin"], clone)).split("\n");
  return new Map(
    lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.split(" ", 1)[0] ?? ""]),
  );
}

/**
 * Moves the origin's branch from `expected` to `commit`. With `expected` null, creates the branch.
 * @throws {GitFailed} if the branch has moved, or if the origin rejects the push
 */
export async function pushBranch(
  clone: Clone,
  push: { branch: string; commit: string; expected: string | null; signal?: AbortSignal },
): Promise<void> {
  const reference = `refs/heads/${push.branch}`;
  const lease = `--force-with-lease=${reference}:${push.expected ?? ""}`;
  const args = [
    ...["push", "--quiet", lease, ...(clone.isSample ? [NO_HOOKS] : [])],
    ...["--", clone.origin, `${push.commit}:${reference}`],
  ];
  const env = await clone.credentials();
  await clone.lock.run(async () => {
    try {
      await git(args, { ...clone, env, signal: push.signal, timeLimit: TRANSFER_TIMEOUT_MS });
    } catch (error) {
      if (!(error instanceof GitFailed) || !(await isPushed(clone, reference, push.commit)))
        throw error;
    }
    await git(["update-ref", `refs/remotes/origin/${push.branch}`, push.commit], clone);
  });
}

/** Whether the origin's branch is at a commit whose push failed: the connection may have ended before the answer. */
async function isPushed(clone: Clone, reference: string, commit: string): Promise<boolean> {
  const env = await clone.credentials();
  try {
    const found = await git(["ls-remote", "--", clone.origin, reference], { ...clone, env });
    return found.startsWith(`${commit}\t`);
  } catch {
    // The push's own error is more useful.
    return false;
  }
}

export async function isAncestor(clone: Clone, older: string, newer: string): Promise<boolean> {
  const args = ["merge-base", "--is-ancestor", older, newer];
  return (await runGit(args, { ...clone, allowedExitCodes: [1] })).code === 0;
}

/** Returns the best common ancestor; null for unrelated histories. */
export async function mergeBase(clone: Clone, one: string, other: string): Promise<string | null> {
  const found = await runGit(["merge-base", one, other], { ...clone, allowedExitCodes: [1] });
  return found.code === 0 ? found.output.trim() : null;
}

async function baseBranch(
  origin: string,
  wanted: string | null,
  place: { folder: string; home: string; env: Record<string, string> },
): Promise<string> {
  const ref = wanted === null ? "HEAD" : `refs/heads/${wanted}`;
  const output = await git(["ls-remote", "--symref", "--", origin, ref], place);
  const found = wanted ?? /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(output)?.[1];
  if (found && output.trim() !== "") return found;
  const missing =
    wanted === null
      ? "DOCS_REPOSITORY has no commits on its default branch. Push a first commit."
      : `DOCS_REPOSITORY has no branch ${wanted}. Check DOCS_BRANCH.`;
  throw new AppError("unavailable", missing);
}

/** Caches the result of `create`. A failure isn't cached, so that the next call tries again. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined;
  return () => {
    cached ??= create().catch((error: unknown) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}

/** Whether a push failed because someone works on the branch in the origin's own folder. */
export function isCheckedOutPush(error: unknown): boolean {
  return (
    error instanceof GitFailed && error.output.includes("refusing to update checked out branch")
  );
}

/** Whether a push failed because the branch had moved, not because the origin rejected it. */
export function isStalePush(error: unknown): boolean {
  return error instanceof GitFailed && /stale info|fetch first|non-fast-forward/.test(error.output);
}
