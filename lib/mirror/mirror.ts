import "server-only";
import { setImmediate as otherWork } from "node:timers/promises";
import type { SyncStatus } from "../contract/api/sync.ts";
import { HOUR } from "../contract/platform/vocabulary.ts";
import { AppError, BudgetExhausted } from "../errors.ts";
import { EXPORT_BUDGET } from "../platform-client/budget.ts";
import { type Delay, systemDelay } from "../platform-client/retry.ts";
import type { Quarantine } from "../store/sync/quarantine.ts";
import type { SyncProblem } from "../store/sync/state.ts";
import { storeProblem } from "../store/sync/store-problem.ts";
import { createRounds, type RoundOptions } from "./rounds.ts";
import { statusOf } from "./status.ts";

/** Keeps the store's feedback like the platform's, in the background. */
export interface Mirror {
  start(): void;
  /** Ends after the page at hand, which is given up if it takes longer than a few seconds. */
  stop(): Promise<void>;
  status(projectId: string): Promise<SyncStatus>;
  /**
   * Asks for a look at what is new; it comes within seconds, from whichever process mirrors.
   * @throws {BudgetExhausted} when the platform cannot be asked now
   * @throws {AppError} `unavailable` when the store cannot keep the question
   */
  refresh(projectId: string): Promise<SyncStatus>;
}

/** Milliseconds between two looks at whether something is due, or the lease free. */
const LOOK_AGAIN = 2_000;
/** Milliseconds of rest after the store itself failed. */
const RECOVERY = 30_000;
/** Milliseconds that a stop waits for the page at hand. */
const GRACE = 3_000;

/**
 * A mirror of the projects of one organization. Of all mirrors on one store only the one that
 * holds the lease sends anything.
 */
export function createMirror(
  options: Omit<RoundOptions, "signal" | "stopped"> & { quarantine: Quarantine; delay?: Delay },
): Mirror {
  const { sync, budget, lease, clock, log, delay = systemDelay } = options;
  const stopping = new AbortController();
  const giveUp = new AbortController();
  const round = createRounds({ ...options, stopped: stopping.signal, signal: giveUp.signal });
  let running: Promise<void> | null = null;
  let ended: Promise<void> | null = null;
  let nap = new AbortController();
  // What cannot be written to the store cannot be read from it either.
  let storeTrouble: SyncProblem | null = null;

  const rest = async (milliseconds: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    nap = new AbortController();
    await delay(milliseconds, nap.signal).catch(() => {
      // Only a call to go on, or to stop, ends a rest early.
    });
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const busy = await round();
        storeTrouble = null;
        if (busy) await otherWork();
        else await rest(LOOK_AGAIN);
      } catch (error) {
        log.error({ err: error }, "the mirror rests, as the store does not take what is written");
        const { since } = storeTrouble ?? { since: clock.now() };
        storeTrouble = storeProblem(error, since);
        await rest(RECOVERY);
      }
    }
  };

  const status = async (projectId: string): Promise<SyncStatus> => {
    const now = clock.now();
    return statusOf(await sync.read(projectId, now), {
      budget: await budget.status(EXPORT_BUDGET),
      projects: (await options.projects()).length,
      tells: options.news !== null,
      deleted: await sync.deletedCount(projectId),
      quarantined: await options.quarantine.count(projectId),
      storeTrouble,
      now,
    });
  };

  const end = async (): Promise<void> => {
    stopping.abort();
    nap.abort();
    const grace = setTimeout(() => giveUp.abort(), GRACE);
    await running;
    clearTimeout(grace);
    if (running) await lease.release();
  };

  return {
    start: () => {
      running ??= run();
    },
    stop: () => {
      ended ??= end();
      return ended;
    },
    status,
    refresh: async (projectId) => {
      const before = await status(projectId);
      refuseWhenSpent(before, clock.now());
      try {
        await sync.ask(projectId, clock.now());
      } catch (error) {
        throw new AppError("unavailable", storeProblem(error, clock.now()).message, {
          cause: error,
        });
      }
      nap.abort();
      return status(projectId);
    },
  };
}

function refuseWhenSpent({ budget, paused }: SyncStatus, now: number): void {
  if (paused) {
    const message =
      "All of the hour's requests are left to others (PLATFORM_RESERVE), so the platform is not " +
      "asked at all. What is shown stays as it is.";
    throw new BudgetExhausted(message, HOUR);
  }
  const until =
    budget.pausedUntil ?? (budget.remaining > 0 ? null : (budget.resetsAt ?? now + HOUR));
  if (until === null) return;
  const wait = Math.max(1_000, until - now);
  const why = budget.pausedUntil
    ? "The platform asked for a pause"
    : "This hour's requests to the platform are spent";
  throw new BudgetExhausted(
    `${why}, so it is asked again in ${Math.ceil(wait / 60_000)} min. What is shown stays as it is.`,
    wait,
  );
}
