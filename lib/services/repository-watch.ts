import "server-only";
import type { Log } from "../log.ts";

export type RepositoryWatch = ReturnType<typeof createRepositoryWatch>;

/** Milliseconds between two checks. Each asks the repository for its branches, and GitHub for its name and rights. */
const CHECK_INTERVAL_MS = 10 * 60_000;

/**
 * Knows whether the documentation repository can be read.
 * Checks the repository from the start on, so that a wrong DOCS_REPOSITORY is known before the first job.
 * @param check throws if agent jobs can't work on it
 */
export function createRepositoryWatch(check: () => Promise<void>, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let problem: string | null = null;

  const look = async () => {
    try {
      await check();
      if (problem !== null) log.info("DOCS_REPOSITORY can be read again");
      problem = null;
    } catch (err) {
      const message = err instanceof Error ? err.message : String(err);
      if (message !== problem) log.error({ err }, "DOCS_REPOSITORY can't be used");
      problem = message;
    }
  };

  return {
    start: () => {
      timer ??= setInterval(look, CHECK_INTERVAL_MS).unref();
      void look();
    },
    stop: () => clearInterval(timer),
    /** False if the latest check failed; true before the first one. */
    isReadable: () => problem === null,
  };
}
