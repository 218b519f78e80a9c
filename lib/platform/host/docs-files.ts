import "server-only";
import { posix } from "node:path";
import type { Clock } from "../../clock.ts";
import type { DocsAddress } from "../../config/docs-repository.ts";
import { AppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { branchTip, type Clone, type DocsRepository, fetchOrigin } from "./clone.ts";
import { fileAddress } from "./file-address.ts";
import { git, gitBytes } from "./git.ts";
import { linkedFiles } from "./tree-links.ts";

/** A regular file at one commit. */
export interface DocsFile {
  /** Relative to the repository's root. */
  path: string;
  /** The blob's ID, which changes with the content. */
  id: string;
  /** In bytes. */
  size: number;
  /** The path of the regular file that this one is a symbolic link to. It has the content. */
  target?: string;
}

/** The documentation's files on the base branch. */
export interface DocsFiles {
  /** Whether they are the built-in sample's. */
  isSample: boolean;
  /**
   * Returns the base branch's newest commit. The origin is asked at most every ten seconds; merges in the
   * built-in code host show at once.
   * @throws {AppError} `unavailable` if the repository was never reached
   */
  head(): Promise<string>;
  /**
   * Lists regular files, and symbolic links to them, sorted by path. Links that lead outside of the tree, and
   * submodules, are left out.
   */
  list(commit: string): Promise<DocsFile[]>;
  /** Returns a regular file; null if the commit has none at the path. */
  fileAt(commit: string, path: string): Promise<DocsFile | null>;
  /**
   * Returns the web address of a file's line on the base branch; null without a known code host.
   * @param line counted from 1
   */
  address(file: string, line: number): Promise<string | null>;
  /** Returns the contents in the given order. The caller limits their size: git's output may have 64 MB. */
  read(files: readonly DocsFile[]): Promise<Buffer[]>;
}

/** Milliseconds between fetches. */
const FETCH_INTERVAL_MS = 10_000;
/** The mode of a symbolic link in a tree, the bytes of a path on Linux, and the links that are read. */
const LINK = "120000";
const MAX_LINK = 4_096;
const MAX_LINKS = 2_000;

export function createDocsFiles(options: {
  repository: DocsRepository;
  /** As configured; null for the sample, which is on no code host. */
  location: DocsAddress | null;
  clock: Clock;
  log: Log;
}): DocsFiles {
  const { repository, location, clock, log } = options;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | null = null;

  /** Requests that arrive meanwhile wait for the same fetch. */
  async function fetchSometimes(clone: Clone): Promise<void> {
    if (Math.abs(clock.now() - fetchedAt) <= FETCH_INTERVAL_MS) return;
    fetching ??= fetchOrigin(clone)
      .catch((err: unknown) => log.warn({ err }, "couldn't fetch the documentation repository"))
      .finally(() => {
        fetchedAt = clock.now();
        fetching = null;
      });
    await fetching;
  }

  return {
    isSample: location === null,
    address: async (file, line) =>
      location && fileAddress(location, { branch: await repository.base(), file, line }),
    head: async () => {
      const [clone, base] = await Promise.all([repository.clone(), repository.base()]);
      await fetchSometimes(clone);
      const tip = await branchTip(clone, base);
      if (tip) return tip;
      const message = "Couldn't read the documentation repository. Check the server log.";
      throw new AppError("unavailable", message);
    },
    list: async (commit) => listFiles(await repository.clone(), commit),
    fileAt: async (commit, path) => {
      if (!isInTree(path)) return null;
      const place = { ...(await repository.clone()), env: { GIT_LITERAL_PATHSPECS: "1" } };
      const tree = parseTree(await git(["ls-tree", "-z", "--long", commit, "--", path], place));
      const [file] = tree.flatMap(({ mode, ...each }) => (mode === LINK ? [] : each));
      return file?.path === path ? file : null;
    },
    read: async (files) => readBlobs(await repository.clone(), files),
  };
}

/** Whether git takes a path that someone sent for one of a file. */
function isInTree(path: string): boolean {
  return posix.normalize(path) === path && !/^(?:\/|\.\.)|\0/.test(path);
}

/** See `DocsFiles.list`. */
export async function listFiles(clone: Clone, commit: string): Promise<DocsFile[]> {
  const tree = parseTree(await git(["ls-tree", "-r", "-z", "--long", commit], clone));
  const files = tree.filter(({ mode }) => mode !== LINK).map(({ mode: _, ...file }) => file);
  const links = tree
    .filter(({ mode, size }) => mode === LINK && size <= MAX_LINK)
    .slice(0, MAX_LINKS);
  if (links.length === 0) return files;
  const texts = await readBlobs(clone, links);
  const leading = links.map(({ path }, index) => ({ path, to: String(texts[index]) }));
  return [...files, ...linkedFiles(files, leading)].sort(byPath);
}

/** See `DocsFiles.read`. */
export async function readBlobs(clone: Clone, files: readonly DocsFile[]): Promise<Buffer[]> {
  const input = files.map(({ id }) => `${id}\n`).join("");
  return parseBatch(await gitBytes(["cat-file", "--batch"], { ...clone, input }), files);
}

function byPath(one: DocsFile, other: DocsFile): number {
  return one.path < other.path ? -1 : 1;
}

/** Regular files and symbolic links. */
function parseTree(output: string): (DocsFile & { mode: string })[] {
  return output.split("\0").flatMap((line) => {
    const [, mode, id, size, path] =
      /^(100\d{3}|120000) blob (\w+) +(\d+)\t(.+)$/s.exec(line) ?? [];
    return mode && id && path ? [{ mode, path, id, size: Number(size) }] : [];
  });
}

/** Each content follows a line with its ID, type, and size, and ends with a line break. */
function parseBatch(output: Buffer, files: readonly DocsFile[]): Buffer[] {
  let at = 0;
  return files.map(({ size }) => {
    const from = output.indexOf("\n", at) + 1;
    at = from + size + 1;
    return output.subarray(from, from + size);
  });
}
