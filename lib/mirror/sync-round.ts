import "server-only";
import type { ProjectSummary } from "../contract/api/projects.ts";
import { storeFailure } from "../database/failures.ts";
import type { Log } from "../log.ts";
import { type Lease, LeaseLost } from "../store/lease.ts";
import type { FeedbackSource } from "./source.ts";

export interface SyncRoundOptions {
  source: Pick<FeedbackSource, "reset" | "step">;
  /** Called in every round, because projects can be added or removed. */
  projects: () => Promise<ProjectSummary[]> | ProjectSummary[];
  lease: Lease;
  log: Log;
  /** Aborts the step that is running. */
  signal: AbortSignal;
  /** Once aborted, no further step starts. */
  stopped: AbortSignal;
  /** Projects that are skipped, because their last results couldn't be stored. */
  failed: ReadonlySet<string>;
  /** Called when a project's step failed, though the store works. */
  onFailed(projectId: string, error: unknown): void;
}

/**
 * Returns a function that runs one step for every project that is due, while this process holds the lease. It
 * resolves to whether any step ran. A failure of the store ends the round; a failure of a single project doesn't
 * delay the others.
 */
export function createSyncRound(options: SyncRoundOptions): () => Promise<boolean> {
  const { source, lease, log, signal } = options;
  let hadLease = false;

  const acquireLease = async (): Promise<boolean> => {
    const hasLease = await lease.hold();
    if (hasLease && !hadLease) source.reset();
    hadLease = hasLease;
    return hasLease;
  };

  return async () => {
    const projects = await options.projects();
    let ranStep = false;
    for (const { id: projectId } of projects) {
      if (options.failed.has(projectId)) continue;
      if (options.stopped.aborted || !(await acquireLease())) return false;
      const step = () => source.step(projectId, { projects, signal });
      try {
        ranStep = (await withLeaseRenewal(lease, log, step)) || ranStep;
      } catch (error) {
        if (error instanceof LeaseLost) {
          log.warn({ projectId }, "another process took over sync; this step wasn't stored");
          hadLease = false;
          return false;
        }
        if (storeFailure(error) !== null) throw error;
        options.onFailed(projectId, error);
      }
    }
    return ranStep;
  };
}

/** Renews the lease while `work` runs; waiting for the platform can take longer than the lease. */
async function withLeaseRenewal<T>(lease: Lease, log: Log, work: () => Promise<T>): Promise<T> {
  const renew = () => {
    lease.hold().catch((error: unknown) => log.warn({ err: error }, "lease not renewed"));
  };
  const heartbeat = setInterval(renew, lease.duration / 3);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}
