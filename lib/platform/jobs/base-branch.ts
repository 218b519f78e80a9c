import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../log.ts";
import type { DocsRepository } from "../host/clone.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import type { JobRow } from "./job-rows.ts";

/** Stored as a job's base branch until the repository is reachable. */
const UNKNOWN = "HEAD";
/** Milliseconds to wait for the repository. Shorter than clients wait for a new job. */
const TIMEOUT_MS = 5_000;

/** Returns the base branch of pull requests, or `HEAD` if the repository doesn't answer in time. */
export async function baseBranchWithTimeout(repository: DocsRepository, log: Log): Promise<string> {
  const timer = new AbortController();
  try {
    const timeout = delay(TIMEOUT_MS, UNKNOWN, { signal: timer.signal });
    timeout.catch(() => undefined);
    return await Promise.race([repository.base(), timeout]);
  } catch (error) {
    log.warn({ err: error }, "couldn't read the documentation repository's base branch");
    return UNKNOWN;
  } finally {
    timer.abort();
  }
}

/**
 * Returns the job with its base branch, which is read now if it was unknown when the job was created.
 * @throws {AppError} if the repository can't be reached
 */
export async function withBaseBranch(
  { query }: PlatformDatabase,
  repository: DocsRepository,
  job: JobRow,
): Promise<JobRow> {
  if (job.ref !== UNKNOWN) return job;
  const ref = await repository.base();
  await query.updateTable("platform_job").set({ ref }).where("id", "=", job.id).execute();
  return { ...job, ref };
}
