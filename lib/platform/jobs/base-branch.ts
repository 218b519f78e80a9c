import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../database/open.ts";
import type { Log } from "../../log.ts";
import type { DocsRepository } from "../host/clone.ts";
import type { PlatformSchema } from "../schema.ts";
import type { JobRow } from "./job-rows.ts";

/** Stands for the branch of a job's pull request until the repository has named it. */
const UNKNOWN = "HEAD";
/** Milliseconds to wait for that; whoever creates a job waits for an answer only a little longer. */
const TIMEOUT = 5_000;

/** The branch that pull requests go to, or `HEAD` where the repository does not say in time. */
export async function baseBranchWithTimeout(repository: DocsRepository, log: Log): Promise<string> {
  const late = new AbortController();
  try {
    const patience = delay(TIMEOUT, UNKNOWN, { signal: late.signal });
    patience.catch(() => undefined);
    return await Promise.race([repository.base(), patience]);
  } catch (error) {
    log.warn({ err: error }, "the documentation repository does not name its branch");
    return UNKNOWN;
  } finally {
    late.abort();
  }
}

/**
 * The job with its branch, asked for again where it was not known when the job was created.
 * @throws {AppError} with the reason why it cannot be known
 */
export async function withBaseBranch(
  { query }: Database<PlatformSchema>,
  repository: DocsRepository,
  job: JobRow,
): Promise<JobRow> {
  if (job.ref !== UNKNOWN) return job;
  const ref = await repository.base();
  await query.updateTable("platform_job").set({ ref }).where("id", "=", job.id).execute();
  return { ...job, ref };
}
