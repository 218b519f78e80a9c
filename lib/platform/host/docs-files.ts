import "server-only";
import type { Clock } from "../../clock.ts";
import type { DocsAddress } from "../../config/docs-repository.ts";
import { AppError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { branchTip, type Clone, type DocsRepository, fetchOrigin } from "./clone.ts";
import { fileAddress } from "./file-address.ts";
import { git, gitBytes } from "./git.ts";

/** A regular file at one commit. */
export interface DocsFile {
  /** Relative to the repository's root. */
  path: string;
  /** The blob's ID, which changes with the content. */
  id: string;
  /** In bytes. */
  size: number;
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
  /** Lists regular files. Symbolic links and submodules are left out. */
  list(commit: string): Promise<DocsFile[]>;
  /**
   * Returns the web address of a file's line on the base branch; null without a known code host.
   * @param line counted from 1
   */
  address(file: string, line: number): Promise<string | null>;
  /** Returns the contents in the given order. The caller limits their size: git's output may have 64 MB. */
  read(files: readonly DocsFile[]): Promise<Buffer[]>;
}

/** Milliseconds between fetches. */
const FETCH_INTERVAL = 10_000;

export function openDocsFiles(options: {
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
    if (Math.abs(clock.now() - fetchedAt) <= FETCH_INTERVAL) return;
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
    list: async (commit) => {
      const clone = await repository.clone();
      return parseTree(await git(["ls-tree", "-r", "-z", "--long", commit], clone));
    },
    read: async (files) => {
      const input = files.map(({ id }) => `${id}\n`).join("");
      const clone = await repository.clone();
      const output = await gitBytes(["cat-file", "--batch"], { ...clone, input });
      return parseBatch(output, files);
    },
  };
}

function parseTree(output: string): DocsFile[] {
  return output.split("\0").flatMap((line) => {
    const [, id, size, path] = /^100\d{3} blob (\w+) +(\d+)\t(.+)$/s.exec(line) ?? [];
    return id && path ? [{ path, id, size: Number(size) }] : [];
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
