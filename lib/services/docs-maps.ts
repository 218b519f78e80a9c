import "server-only";
import { setTimeout } from "node:timers/promises";
import { createBoundedCache } from "../bounded-cache.ts";
import type { DocsMap, ResolverOptions, SourceFile } from "../docs-site/docs-map.ts";
import { readDocsMap } from "../docs-site/read-docs-map.ts";
import type { DocsFiles } from "../platform/host/docs-files.ts";

/** The documentation of one commit by one project's rules. */
export interface DocsSnapshot {
  /** Identifies the commit and the rules. */
  key: string;
  commit: string;
  files: readonly (SourceFile & { target?: string })[];
  map: DocsMap;
}

/** Reads each commit once for each set of rules, however many ask for it. */
export interface DocsMaps {
  at(commit: string, options: ResolverOptions): Promise<DocsSnapshot>;
  /**
   * Returns the snapshot of the newest commit. If the repository takes long to answer, returns a known
   * snapshot of an earlier commit.
   * @throws {AppError} `unavailable` if the repository was never reached
   */
  newest(options: ResolverOptions): Promise<DocsSnapshot>;
}

type Repository = Pick<DocsFiles, "head" | "list" | "read">;

/**
 * Maximum commits whose file lists, and snapshots that are kept in memory: for several projects and running jobs.
 */
const MAX_COMMITS = 4;
const MAX_SNAPSHOTS = 8;
const MAX_WAIT_MS = 2_000;

/** @param patience milliseconds after which an earlier commit is used */
export function createDocsMaps(files: Repository, patience = MAX_WAIT_MS): DocsMaps {
  const lists = createBoundedCache<Promise<DocsSnapshot["files"]>>(MAX_COMMITS, () => 1);
  const snapshots = createBoundedCache<Promise<DocsSnapshot>>(MAX_SNAPSHOTS, () => 1);
  let lastCommit: string | null = null;

  async function readSnapshot(
    key: string,
    commit: string,
    options: ResolverOptions,
  ): Promise<DocsSnapshot> {
    const listed = await once(lists, commit, () => files.list(commit));
    const map = await readDocsMap({ files: listed, read: files.read }, options);
    return { key, commit, files: listed, map };
  }

  const at: DocsMaps["at"] = (commit, options) => {
    const { rules, siteAddress } = options;
    const key = JSON.stringify([commit, rules, siteAddress]);
    return once(snapshots, key, () => readSnapshot(key, commit, options));
  };
  return {
    at,
    newest: async (options) => {
      const commit = await soon(files.head(), { earlier: lastCommit, patience });
      const snapshot = await at(commit, options);
      lastCommit = commit;
      return snapshot;
    },
  };
}

/** Runs work once per key and keeps the result. A failure isn't kept, so that the next request tries again. */
function once<Value>(
  cache: ReturnType<typeof createBoundedCache<Promise<Value>>>,
  key: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known) return known;
  const started = work();
  cache.set(key, started);
  started.catch(() => cache.delete(key));
  return started;
}

/** Waits for the newest commit, but only briefly if an earlier one is known. */
async function soon(
  head: Promise<string>,
  { earlier, patience }: { earlier: string | null; patience: number },
): Promise<string> {
  if (earlier === null) return head;
  const timer = new AbortController();
  const late = setTimeout(patience, earlier, { signal: timer.signal, ref: false });
  // Cancels the timer once the race is over.
  late.catch(() => {});
  return Promise.race([head.catch(() => earlier), late]).finally(() => timer.abort());
}
