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
const STORE_RETRY_DELAY_MS = 30_000;
/** Milliseconds that stopping waits for the current step. */
const STOP_TIMEOUT_MS = 3_000;

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
  const problems = createProblems(clock);
  const { failed } = problems;
  const runRound = createSyncRound({
    ...options,
    failed,
    onFailed: (projectId, error) => {
      log.error({ err: error, projectId }, "a project's feedback couldn't be stored; retrying");
      problems.ofProject(projectId, error);
    },
    stopped: stopping.signal,
    signal: aborting.signal,
  });
  let running: Promise<void> | null = null;
  let stopped: Promise<void> | null = null;
  const sleep = createSleep(delay, stopping.signal);

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const ranStep = await runRound();
        problems.stored();
        if (ranStep) await yieldToEventLoop();
        else await sleep.during(failed.size > 0 ? STORE_RETRY_DELAY_MS : source.idleDelay);
        if (!ranStep) failed.clear();
      } catch (error) {
        log.error({ err: error }, "sync stopped because Errata can't write to the store; retrying");
        problems.ofStore(error);
        await sleep.during(STORE_RETRY_DELAY_MS);
      }
    }
  };

  const status = async (projectId: string): Promise<Status> =>
    source.status(projectId, {
      projects: await options.projects(),
      storeProblem: problems.current(projectId),
    });

  const stop = async (): Promise<void> => {
    stopping.abort();
    sleep.end();
    const timeout = setTimeout(() => aborting.abort(), STOP_TIMEOUT_MS);
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
      await requestRefresh(source, projectId, await status(projectId), clock);
      sleep.end();
      return status(projectId);
    },
  };
}

/** Waits between rounds, which a refresh request or a stop ends early. */
function createSleep(delay: Delay, stopped: AbortSignal) {
  let ending = new AbortController();
  return {
    during: async (milliseconds: number): Promise<void> => {
      if (stopped.aborted) return;
      ending = new AbortController();
      await delay(milliseconds, ending.signal).catch(() => undefined);
    },
    end: () => ending.abort(),
  };
}

async function requestRefresh<Status extends SyncStatus>(
  source: FeedbackSource<Status>,
  projectId: string,
  before: Status,
  clock: Clock,
): Promise<void> {
  try {
    await source.refresh(projectId, before);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { message } = storeProblem(error, clock.now());
    throw new AppError("unavailable", message, { cause: error });
  }
}

/**
 * Remembers problems that couldn't be stored, for people to see: the store can't record that it
 * can't be written.
 */
function createProblems(clock: Clock) {
  /** Projects that wait until the others are done. */
  const failed = new Set<string>();
  /** Problems of projects, until one of their steps succeeds. */
  const ofProjects = new Map<string, SyncProblem>();
  let ofStore: SyncProblem | null = null;
  const since = (earlier: SyncProblem | null | undefined) => earlier?.since ?? clock.now();
  return {
    failed,
    ofProject: (projectId: string, error: unknown) => {
      failed.add(projectId);
      ofProjects.set(projectId, storeProblem(error, since(ofProjects.get(projectId))));
    },
    ofStore: (error: unknown) => {
      ofStore = storeProblem(error, since(ofStore));
    },
    stored: () => {
      ofStore = null;
      for (const id of ofProjects.keys()) if (!failed.has(id)) ofProjects.delete(id);
    },
    current: (projectId: string) => ofStore ?? ofProjects.get(projectId) ?? null,
  };
}
