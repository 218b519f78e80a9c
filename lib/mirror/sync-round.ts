import "server-only";
import type { ProjectSummary } from "../contract/api/projects.ts";
import type { Log } from "../log.ts";
import { type Lease, LeaseLost } from "../store/lease.ts";
import type { SyncStore } from "../store/sync/store.ts";
import { syncedRevision } from "./change-feed.ts";
import { nextDue } from "./next-step.ts";
import { runStep } from "./run-step.ts";
import type { PartRead, SyncContext } from "./sync-export-page.ts";

export interface SyncRoundOptions extends SyncContext {
  /** Called in every round, because projects can be added or removed. */
  projects: () => Promise<ProjectSummary[]> | ProjectSummary[];
  lease: Lease;
  /** Once aborted, no further step starts. */
  stopped: AbortSignal;
}

/**
 * Returns a function that runs one step for every project that is due, while this process holds the
 * lease. It resolves to whether any step ran.
 */
export function createSyncRound(options: SyncRoundOptions): () => Promise<boolean> {
  const { sync, lease, clock, log, changeFeed } = options;
  /** What this process has read of the current parts, by project and lane. */
  const partsRead = new Map<string, PartRead>();
  /** Projects retried since this process got the lease. */
  const retried = new Set<string>();
  let hadLease = false;

  const acquireLease = async (): Promise<boolean> => {
    const hasLease = await lease.hold();
    if (hasLease && !hadLease) {
      partsRead.clear();
      retried.clear();
    }
    hadLease = hasLease;
    return hasLease;
  };

  const partReadOf = (projectId: string, lane: string): PartRead => {
    const key = `${lane} ${projectId}`;
    const partRead = partsRead.get(key) ?? { cursors: new Set(), times: new Set() };
    partsRead.set(key, partRead);
    return partRead;
  };

  return async () => {
    const projects = await options.projects();
    const sharing = await projectsThatShare(sync, projects);
    let ranStep = false;
    for (const { id: projectId } of projects) {
      if (options.stopped.aborted || !(await acquireLease())) return false;
      const now = clock.now();
      const record = await sync.read(projectId, now);
      const changes = (await changeFeed?.(projectId, syncedRevision(record.lanes))) ?? null;
      const feedState = { hasChangeFeed: changeFeed !== null, changes };
      const {
        lane,
        at,
        isManual = false,
      } = nextDue(record, now, !retried.has(projectId), feedState);
      if (at > clock.now()) continue;
      retried.add(projectId);
      const turn = { projectId, record, lane, isManual, changes, projects: sharing };
      const step = { ...turn, partRead: partReadOf(projectId, lane) };
      try {
        await withLeaseRenewal(lease, log, () => runStep(options, step));
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        log.warn({ projectId }, "another process took over sync; this step wasn't stored");
        hadLease = false;
        return false;
      }
      ranStep = true;
    }
    return ranStep;
  };
}

/** Returns how many projects share the budget. Those that the platform rejects take no share. */
export async function projectsThatShare(
  sync: SyncStore,
  projects: readonly ProjectSummary[],
): Promise<number> {
  const rejected = await sync.rejectedProjects();
  return Math.max(1, projects.filter(({ id }) => !rejected.has(id)).length);
}

/** Renews the lease while `work` runs; waiting for the platform can take longer than the lease. */
async function withLeaseRenewal(lease: Lease, log: Log, work: () => Promise<void>): Promise<void> {
  const renew = () => {
    lease.hold().catch((error: unknown) => log.warn({ err: error }, "lease not renewed"));
  };
  const heartbeat = setInterval(renew, lease.duration / 3);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
  }
}
