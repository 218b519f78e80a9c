import "server-only";
import type { ProjectSummary } from "../contract/api/projects.ts";
import type { Log } from "../log.ts";
import type { Lease } from "../store/lease.ts";
import type { SyncRecord } from "../store/sync/store.ts";
import { knownRevision, type News } from "./news.ts";
import { nextDue } from "./plan.ts";
import type { PageReader } from "./read-page.ts";
import { takeStep } from "./step.ts";

/** What a round needs beside what reads a page. */
export interface RoundOptions extends PageReader {
  /** Asked for in every round, as projects come and go. */
  projects: () => Promise<ProjectSummary[]> | ProjectSummary[];
  lease: Lease;
  /** Once aborted, no further page is begun. */
  stopped: AbortSignal;
}

/**
 * Makes the function that takes every project that is due one step on, in turn, as long as this
 * process holds the lease. It answers whether there was any.
 */
export function createRounds(options: RoundOptions): () => Promise<boolean> {
  const { sync, lease, clock, log } = options;
  /** Cursors that the parts at hand have led to, by project and lane. */
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

  const cursorsOf = (projectId: string, lane: string): Set<string> => {
    const key = `${lane} ${projectId}`;
    const cursors = followed.get(key) ?? new Set<string>();
    followed.set(key, cursors);
    return cursors;
  };

  return async () => {
    const projects = await options.projects();
    let busy = false;
    for (const { id: projectId } of projects) {
      if (options.stopped.aborted || !(await lead())) return false;
      const now = clock.now();
      const record = await sync.read(projectId, now);
      const news = await eventsFor(options, projectId, record);
      const told = { tells: options.news !== null, news };
      const { lane, at } = nextDue(record, now, !lookedAt.has(projectId), told);
      if (at > clock.now()) continue;
      lookedAt.add(projectId);
      const turn = { projectId, record, lane, news, projects: projects.length };
      const step = { ...turn, followed: cursorsOf(projectId, lane) };
      await keeping(lease, log, () => takeStep(options, step));
      busy = true;
    }
    return busy;
  };
}

async function eventsFor(
  { news }: PageReader,
  projectId: string,
  { walks }: SyncRecord,
): Promise<News | null> {
  return (await news?.(projectId, knownRevision(walks))) ?? null;
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
