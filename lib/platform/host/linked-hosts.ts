import "server-only";
import type { Clock } from "../../clock.ts";
import type { Log } from "../../log.ts";
import { createPause } from "../../pause.ts";
import { branchTip, type DocsRepository } from "./clone.ts";
import { runGit } from "./git.ts";

/** Returns the hosts to which the documentation links. */
export type LinkedHosts = () => Promise<ReadonlySet<string>>;

/** Milliseconds until the hosts are read again. */
const CACHE_MS = 60_000;
/** The longest that a reader waits for the repository, in milliseconds. */
const MAX_WAIT_MS = 2_000;
const TEXTS = ["md", "mdx", "markdown", "rst", "adoc", "html"].map((name) => `*.${name}`);
const NONE: ReadonlySet<string> = new Set();
/** Characters of addresses that are read. */
const MAX_READ = 4_000_000;

/**
 * Finds the hosts in the texts of the base branch, at most once a minute. Nothing is fetched. While the repository can't
 * be read or is slow, there are none.
 */
export function createLinkedHosts(options: {
  repository: DocsRepository;
  clock: Clock;
  log: Log;
}): LinkedHosts {
  const { repository, clock, log } = options;
  let foundAt = Number.NEGATIVE_INFINITY;
  let hosts: Promise<ReadonlySet<string>> = Promise.resolve(NONE);

  async function find(): Promise<ReadonlySet<string>> {
    const [clone, base] = await Promise.all([repository.clone(), repository.base()]);
    const commit = await branchTip(clone, base);
    if (commit === null) return NONE;
    const pattern = "https?://[A-Za-z0-9.-]{1,255}";
    const args = ["grep", "-hoIE", pattern, commit, "--", ...TEXTS];
    const { output } = await runGit(args, { ...clone, allowedExitCodes: [1] });
    const found = new Set<string>();
    const pause = createPause();
    for (const address of new Set(output.slice(0, MAX_READ).split("\n"))) {
      const host = URL.parse(address)?.hostname;
      if (host) found.add(host);
      await pause();
    }
    return found;
  }

  return async () => {
    if (Math.abs(clock.now() - foundAt) > CACHE_MS) {
      foundAt = clock.now();
      hosts = find().catch((err: unknown) => {
        log.warn({ err }, "couldn't find the sites to which the documentation links");
        return NONE;
      });
    }
    const late = Promise.withResolvers<ReadonlySet<string>>();
    const timer = setTimeout(() => late.resolve(NONE), MAX_WAIT_MS);
    return Promise.race([hosts, late.promise]).finally(() => clearTimeout(timer));
  };
}
