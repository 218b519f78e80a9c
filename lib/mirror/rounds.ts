import "server-only";
import type { ProjectSummary } from "../contract/dashboard.ts";
import type { Log } from "../log.ts";
import type { Lease } from "../store/lease.ts";
import type { SyncRecord } from "../store/sync.ts";
import { unread } from "./passes.ts";
import { type PageReader, readPage } from "./read-page.ts";

/** What a round needs beside what reads a page. */
export interface RoundOptions extends PageReader {
  /** Asked for in every round, as projects come and go. */
  projects: () => Promise<ProjectSummary[]> | ProjectSummary[];
  lease: Lease;
  /** Once aborted, no further page is begun. */
  stopped: AbortSignal;
}

/**
 * Makes the function that reads a page of every project that is due, in turn, as long as this
 * process holds the lease. It answers whether there was any.
 */
export function createRounds(options: RoundOptions): () => Promise<boolean> {
  const { sync, lease, clock, log } = options;
  const followed = new Map<string, Set<string>>();
  /** Projects whose problem was looked at again since this process began to mirror. */
  const lookedAt = new Set<string>();
  let leading = false;

  const lead = async (): Promise<boolean> => {
    const held = await lease.hold();
    if (held && !leading) {
      followed.clear();
      lookedAt.clear();
    }
    leading = held;
    return held;
  };

  const isDue = (projectId: string, record: SyncRecord | null): boolean => {
    if (record === null || record.nextAt <= clock.now()) return true;
    return record.problem !== null && !lookedAt.has(projectId);
  };

  return async () => {
    const projects = await options.projects();
    let busy = false;
    for (const { id } of projects) {
      if (options.stopped.aborted || !(await lead())) return false;
      const record = await sync.read(id);
      if (!isDue(id, record)) continue;
      const cursors = followed.get(id) ?? new Set<string>();
      followed.set(id, cursors);
      lookedAt.add(id);
      const state = record ?? unread(clock.now());
      await keeping(lease, log, () => readPage(options, id, state, cursors, projects.length));
      busy = true;
    }
    return busy;
  };
}

/** Keeps the lease while `work` waits for the platform, which may take longer than the lease. */
async function keeping(lease: Lease, log: Log, work: () => Promise<void>): Promise<void> {
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
