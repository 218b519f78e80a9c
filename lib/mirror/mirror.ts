import "server-only";
import { setImmediate as otherWork } from "node:timers/promises";
import type { BudgetStatus, SyncStatus } from "../contract/dashboard.ts";
import { HOUR } from "../contract/vocabulary.ts";
import { BudgetExhausted } from "../errors.ts";
import { EXPORT_BUDGET } from "../platform-client/budget.ts";
import { type Delay, systemDelay } from "../platform-client/retry.ts";
import { unread } from "./passes.ts";
import { createRounds, type RoundOptions } from "./rounds.ts";

/** Keeps the store's feedback like the platform's, in the background. */
export interface Mirror {
  start(): void;
  /** Ends after the page at hand, which is given up if it takes longer than a few seconds. */
  stop(): Promise<void>;
  status(projectId: string): Promise<SyncStatus>;
  /**
   * Asks for a look at what is new; it comes within seconds, from whichever process mirrors.
   * @throws {BudgetExhausted} when the platform cannot be asked now
   */
  refresh(projectId: string): Promise<SyncStatus>;
}

/** Milliseconds between two looks at whether something is due, or the lease free. */
const LOOK_AGAIN = 2_000;
/** Milliseconds of rest after the store itself failed. */
const RECOVERY = 30_000;
/** Milliseconds that a stop waits for the page at hand. */
const GRACE = 3_000;
/** Milliseconds between looks at what is new, however many people ask for one. */
const SHORTEST_INTERVAL = 5_000;

/**
 * A mirror of the projects of one organization. Of all mirrors on one store only the one that
 * holds the lease sends anything.
 */
export function createMirror(
  options: Omit<RoundOptions, "signal" | "stopped"> & { delay?: Delay },
): Mirror {
  const { sync, budget, lease, clock, log, delay = systemDelay } = options;
  const stopping = new AbortController();
  const giveUp = new AbortController();
  const round = createRounds({ ...options, stopped: stopping.signal, signal: giveUp.signal });
  let running: Promise<void> | null = null;
  let ended: Promise<void> | null = null;
  let nap = new AbortController();

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
        if (await round()) await otherWork();
        else await rest(LOOK_AGAIN);
      } catch (error) {
        log.error({ err: error }, "the mirror rests, as the store does not answer");
        await rest(RECOVERY);
      }
    }
  };

  const status = async (projectId: string): Promise<SyncStatus> => {
    const record = (await sync.read(projectId)) ?? { ...unread(clock.now()), entries: 0 };
    const { phase, entries, pagesRead, lastSuccessAt, nextAt, problem } = record;
    const spent = await budget.status(EXPORT_BUDGET);
    return { phase, entries, pagesRead, lastSuccessAt, nextAt, budget: spent, problem };
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
      const { budget: spent, lastSuccessAt } = await status(projectId);
      refuseWhenSpent(spent, clock.now());
      await sync.hasten(projectId, Math.max(clock.now(), (lastSuccessAt ?? 0) + SHORTEST_INTERVAL));
      nap.abort();
      return status(projectId);
    },
  };
}

function refuseWhenSpent(spent: BudgetStatus, now: number): void {
  const until = spent.pausedUntil ?? (spent.left > 0 ? null : (spent.freesAt ?? now + HOUR));
  if (until === null) return;
  const wait = Math.max(1_000, until - now);
  const why = spent.pausedUntil
    ? "The platform asked for a pause"
    : "This hour's requests to the platform are spent";
  throw new BudgetExhausted(
    `${why}, so it is asked again in ${Math.ceil(wait / 60_000)} min. What is shown stays as it is.`,
    wait,
  );
}
