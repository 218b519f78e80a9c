import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { SyncStatus } from "../contract/api/sync.ts";
import { HOUR } from "../contract/platform/vocabulary.ts";
import { AppError, BudgetExhausted } from "../errors.ts";
import { EXPORT_BUDGET } from "../platform-client/budget.ts";
import { type Delay, systemDelay } from "../platform-client/retry.ts";
import type { Quarantine } from "../store/sync/quarantine.ts";
import type { SyncProblem } from "../store/sync/state.ts";
import { storeProblem } from "../store/sync/store-problem.ts";
import { BACKGROUND, MANUAL } from "./request-schedule.ts";
import { statusOf } from "./status.ts";
import { createSyncRound, projectsThatShare, type SyncRoundOptions } from "./sync-round.ts";

/** Keeps the store's feedback in sync with the platform, in the background. */
export interface Mirror {
  start(): void;
  /** Stops after the current export page, which is abandoned after a few seconds. */
  stop(): Promise<void>;
  status(projectId: string): Promise<SyncStatus>;
  /**
   * Requests a check for new items. The process that holds the lease runs it within seconds.
   * @throws {BudgetExhausted} if no request can be sent right now
   * @throws {AppError} `unavailable` if the store can't be written
   */
  refresh(projectId: string): Promise<SyncStatus>;
}

/** Milliseconds between two rounds when nothing is due or another process holds the lease. */
const IDLE_DELAY = 2_000;
/** Milliseconds before the next round after the store failed. */
const STORE_RETRY_DELAY = 30_000;
/** Milliseconds that stopping waits for the current export page. */
const STOP_TIMEOUT = 3_000;

/**
 * Creates a mirror of one organization's projects. Of all mirrors that share a store, only the one
 * that holds the lease sends requests.
 */
export function createMirror(
  options: Omit<SyncRoundOptions, "signal" | "stopped"> & {
    quarantine: Quarantine;
    /** Returns how many entries the platform has; null if it doesn't say. */
    platformItems: ((projectId: string) => Promise<number>) | null;
    delay?: Delay;
  },
): Mirror {
  const { sync, budget, lease, clock, log, delay = systemDelay } = options;
  const stopping = new AbortController();
  const aborting = new AbortController();
  const runRound = createSyncRound({
    ...options,
    stopped: stopping.signal,
    signal: aborting.signal,
  });
  let running: Promise<void> | null = null;
  let stopped: Promise<void> | null = null;
  let sleep = new AbortController();
  // A failure to write can't be recorded in the store.
  let currentStoreProblem: SyncProblem | null = null;

  const sleepFor = async (milliseconds: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    sleep = new AbortController();
    await delay(milliseconds, sleep.signal).catch(() => {
      // A refresh request or a stop ends the wait early.
    });
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const ranStep = await runRound();
        currentStoreProblem = null;
        if (ranStep) await yieldToEventLoop();
        else await sleepFor(IDLE_DELAY);
      } catch (error) {
        log.error({ err: error }, "sync stopped because the store can't be written; retrying");
        const { since } = currentStoreProblem ?? { since: clock.now() };
        currentStoreProblem = storeProblem(error, since);
        await sleepFor(STORE_RETRY_DELAY);
      }
    }
  };

  const status = async (projectId: string): Promise<SyncStatus> => {
    const now = clock.now();
    const record = await sync.read(projectId, now);
    const isFirstSync = record.state.phase === "backfill";
    return statusOf(record, {
      budget: await budget.status(EXPORT_BUDGET),
      projects: await projectsThatShare(sync, await options.projects()),
      manualChecks: await budget.sentTimes(EXPORT_BUDGET, MANUAL),
      backgroundRequests: await budget.sentTimes(EXPORT_BUDGET, BACKGROUND),
      hasChangeFeed: options.changeFeed !== null,
      platformItems: isFirstSync ? ((await options.platformItems?.(projectId)) ?? null) : null,
      deleted: await sync.deletedCount(projectId),
      quarantined: await options.quarantine.count(projectId),
      storeProblem: currentStoreProblem,
      now,
    });
  };

  const stop = async (): Promise<void> => {
    stopping.abort();
    sleep.abort();
    const timeout = setTimeout(() => aborting.abort(), STOP_TIMEOUT);
    await running;
    clearTimeout(timeout);
    if (running) await lease.release();
  };

  return {
    start: () => {
      running ??= run();
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    status,
    refresh: async (projectId) => {
      assertRequestAllowed(await status(projectId), clock.now());
      try {
        await sync.requestRefresh(projectId, clock.now());
      } catch (error) {
        throw new AppError("unavailable", storeProblem(error, clock.now()).message, {
          cause: error,
        });
      }
      sleep.abort();
      return status(projectId);
    },
  };
}

function assertRequestAllowed({ budget, paused, manualChecks }: SyncStatus, now: number): void {
  if (paused) {
    throw new BudgetExhausted(
      "Sync is paused because all requests are reserved for other clients. To sync, lower PLATFORM_RESERVE.",
      HOUR,
    );
  }
  const availableAt =
    budget.pausedUntil ?? (budget.remaining > 0 ? null : (budget.resetsAt ?? now + HOUR));
  if (availableAt === null) {
    if (manualChecks.availableAt === null) return;
    const wait = Math.max(1_000, manualChecks.availableAt - now);
    throw new BudgetExhausted(
      `Manual checks are limited to ${manualChecks.limit} an hour. You can check again in ${inMinutes(wait)}.`,
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
