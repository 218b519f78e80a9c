import "server-only";
import type { Clock } from "../../clock.ts";
import type { ProjectSummary } from "../../contract/api/projects.ts";
import type { ExportStatus } from "../../contract/api/sync.ts";
import { HOUR } from "../../contract/platform/vocabulary.ts";
import { BudgetExhausted } from "../../errors.ts";
import { EXPORT_BUDGET } from "../../platform-client/budget.ts";
import type { SkippedItems } from "../../store/sync/skipped-items.ts";
import { LANES } from "../../store/sync/state.ts";
import type { SyncStore } from "../../store/sync/store.ts";
import type { FeedbackSource } from "../source.ts";
import { nextDue } from "./next-step.ts";
import { BACKGROUND_SHARE, MANUAL_SHARE } from "./request-schedule.ts";
import { runStep } from "./run-step.ts";
import { statusOf } from "./status.ts";
import { type PartProgress, type SyncContext, stepScheduler } from "./sync-export-page.ts";

/** Milliseconds between two rounds when nothing is due. */
const IDLE_DELAY_MS = 2_000;

/** Creates the source that reads a platform's export within the hourly request budget. */
export function createExportSource(
  options: Omit<SyncContext, "signal"> & { clock: Clock; skippedItems: SkippedItems },
): FeedbackSource<ExportStatus> {
  const { sync, budget, clock } = options;
  /** The pages that this process has read of each lane's current part, by project and lane. */
  const partsRead = new Map<string, PartProgress>();
  /** Projects that were retried, and whose waits were recomputed, since this process got the lease. */
  const [retried, rescheduled] = [new Set<string>(), new Set<string>()];

  const partReadOf = (projectId: string, lane: string): PartProgress => {
    const key = `${lane} ${projectId}`;
    const read = partsRead.get(key) ?? { cursors: new Set(), times: new Set(), ids: new Set() };
    partsRead.set(key, read);
    return read;
  };

  return {
    idleDelay: IDLE_DELAY_MS,

    reset: () => {
      for (const known of [partsRead, retried, rescheduled]) known.clear();
    },

    step: async (projectId, { projects, signal }) => {
      const now = clock.now();
      if (!rescheduled.has(projectId)) {
        await endLongWaits(options, projectId, await projectsThatShare(sync, projects));
        rescheduled.add(projectId);
      }
      const record = await sync.read(projectId, now);
      const { lane, at, isManual = false } = nextDue(record, now, !retried.has(projectId));
      if (at > clock.now()) return false;
      retried.add(projectId);
      const sharing = await projectsThatShare(sync, projects);
      const partRead = partReadOf(projectId, lane);
      const turn = { projectId, record, lane, isManual, projects: sharing, partRead };
      await runStep({ ...options, signal }, turn);
      return true;
    },

    status: async (projectId, { projects, storeProblem }) => {
      const now = clock.now();
      return statusOf(await sync.read(projectId, now), {
        budget: await budget.status(EXPORT_BUDGET),
        projects: await projectsThatShare(sync, projects),
        manualChecks: await budget.sentTimes(EXPORT_BUDGET, MANUAL_SHARE),
        backgroundRequests: await budget.sentTimes(EXPORT_BUDGET, BACKGROUND_SHARE),
        deleted: await sync.deletedCount(projectId),
        quarantined: await options.skippedItems.count(projectId),
        storeProblem,
        now,
      });
    },

    refresh: async (projectId, status) => {
      assertRequestAllowed(status, clock.now());
      await sync.requestRefresh(projectId, clock.now());
    },
  };
}

/** Shortens waits that were computed with a lower request limit, before the server restarted. */
async function endLongWaits(
  { sync, budget, clock }: Pick<SyncContext, "sync" | "budget" | "clock">,
  projectId: string,
  projects: number,
): Promise<void> {
  const now = clock.now();
  const record = await sync.read(projectId, now);
  const schedule = await stepScheduler({ budget }, { projects, record });
  for (const lane of LANES) {
    const stored = record.lanes[lane];
    const step = schedule({ state: record.state, lane, laneState: stored }, now);
    if (step.laneState.nextAt < stored.nextAt) await sync.write(projectId, step);
  }
}

/** Returns how many projects share the budget. Those that the platform rejects take no share. */
async function projectsThatShare(
  sync: SyncStore,
  projects: readonly ProjectSummary[],
): Promise<number> {
  const rejected = await sync.rejectedProjects();
  return Math.max(1, projects.filter(({ id }) => !rejected.has(id)).length);
}

function assertRequestAllowed({ budget, paused, manualChecks }: ExportStatus, now: number): void {
  if (paused) {
    throw new BudgetExhausted(
      "Sync is paused because all requests are reserved for other clients. To sync, lower PLATFORM_RESERVE and restart Errata.",
      HOUR,
    );
  }
  const availableAt =
    budget.pausedUntil ?? (budget.remaining > 0 ? null : (budget.resetsAt ?? now + HOUR));
  if (availableAt === null) {
    if (manualChecks.availableAt === null) return;
    const wait = Math.max(1_000, manualChecks.availableAt - now);
    throw new BudgetExhausted(
      `Manual syncs are limited to ${manualChecks.limit} an hour. You can sync again in ${inMinutes(wait)}.`,
      wait,
    );
  }
  const wait = Math.max(1_000, availableAt - now);
  const reason = budget.pausedUntil
    ? "The platform asked for a pause"
    : "Hourly request limit reached";
  throw new BudgetExhausted(`${reason}. Sync resumes in ${inMinutes(wait)}.`, wait);
}

function inMinutes(wait: number): string {
  const minutes = Math.ceil(wait / 60_000);
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
}
