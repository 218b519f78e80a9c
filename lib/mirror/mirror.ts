import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { SyncStatus } from "../contract/api/sync.ts";
import { AppError } from "../errors.ts";
import { type Delay, systemDelay } from "../platform-client/retry.ts";
import type { SyncProblem } from "../store/sync/state.ts";
import { storeProblem } from "../store/sync/store-problem.ts";
import type { FeedbackSource } from "./source.ts";
import { createSyncRound, type SyncRoundOptions } from "./sync-round.ts";

/** Keeps the store's feedback in sync with the platform, in the background. */
export interface Mirror<Status extends SyncStatus = SyncStatus> {
  start(): void;
  /** Stops after the current step, which is abandoned after a few seconds. */
  stop(): Promise<void>;
  status(projectId: string): Promise<Status>;
  /**
   * Requests a check for new items. The process that holds the lease runs it within seconds.
   * @throws {BudgetExhausted} if no request can be sent right now
   * @throws {AppError} `unavailable` if the store can't be written
   */
  refresh(projectId: string): Promise<Status>;
}

/** Milliseconds before the next round after the store failed. */
const STORE_RETRY_DELAY = 30_000;
/** Milliseconds that stopping waits for the current step. */
const STOP_TIMEOUT = 3_000;

/**
 * Creates a mirror of one organization's projects. Of all mirrors that share a store, only the one
 * that holds the lease reads the source.
 */
export function createMirror<Status extends SyncStatus>(
  options: Omit<SyncRoundOptions, "signal" | "stopped" | "source" | "failed" | "onFailed"> & {
    source: FeedbackSource<Status>;
    clock: Clock;
    delay?: Delay;
  },
): Mirror<Status> {
  const { source, lease, clock, log, delay = systemDelay } = options;
  const stopping = new AbortController();
  const aborting = new AbortController();
  /** What couldn't be stored of single projects. They wait until the others are done. */
  const failed = new Set<string>();
  /** The same, until a step succeeds, for people to see. */
  const projectProblems = new Map<string, SyncProblem>();
  const onFailed = (projectId: string, error: unknown) => {
    log.error({ err: error, projectId }, "a project's feedback couldn't be stored; retrying");
    const since = projectProblems.get(projectId)?.since ?? clock.now();
    failed.add(projectId);
    projectProblems.set(projectId, storeProblem(error, since));
  };
  const runRound = createSyncRound({
    ...options,
    failed,
    onFailed,
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
        for (const id of projectProblems.keys()) if (!failed.has(id)) projectProblems.delete(id);
        if (ranStep) await yieldToEventLoop();
        else await sleepFor(failed.size > 0 ? STORE_RETRY_DELAY : source.idleDelay);
        if (!ranStep) failed.clear();
      } catch (error) {
        log.error({ err: error }, "sync stopped because Errata can't write to the store; retrying");
        const { since } = currentStoreProblem ?? { since: clock.now() };
        currentStoreProblem = storeProblem(error, since);
        await sleepFor(STORE_RETRY_DELAY);
      }
    }
  };

  const status = async (projectId: string): Promise<Status> => {
    const projects = await options.projects();
    const problem = currentStoreProblem ?? projectProblems.get(projectId) ?? null;
    return source.status(projectId, { projects, storeProblem: problem });
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
      const before = await status(projectId);
      try {
        await source.refresh(projectId, before);
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw new AppError("unavailable", storeProblem(error, clock.now()).message, {
          cause: error,
        });
      }
      sleep.abort();
      return status(projectId);
    },
  };
}
