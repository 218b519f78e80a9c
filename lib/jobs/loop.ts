import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { type Delivery, lookAfter } from "./deliver.ts";

/** Resolves after the time, or early when the signal aborts. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Jobs looked after at the same time. */
const AT_ONCE = 10;
/** Milliseconds between looks at the ledger: at least, and at most (other processes add jobs). */
const SHORTEST = 100;
const LONGEST = 1_000;

/**
 * Looks after all jobs until it is stopped: sends intents that were left behind, gives up answers
 * that were lost, and polls what is not settled.
 * @returns a function that stops it and resolves when nothing is under way any more
 */
export function startLoop(delivery: Delivery, delay: Delay = systemDelay): () => Promise<void> {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const failed = (error: unknown) => {
    // The store may be locked or away for a while; the ledger is still there afterwards.
    delivery.log.error({ err: error }, "the job ledger could not be followed");
  };

  const lookRound = async (): Promise<number> => {
    const { store, clock } = delivery;
    if (underWay.size >= AT_ONCE) return SHORTEST;
    for (const row of await store.due(clock.now(), AT_ONCE - underWay.size)) {
      const work = lookAfter(delivery, row)
        .catch(failed)
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
    const next = (await store.nextDueAt()) ?? Number.POSITIVE_INFINITY;
    return Math.min(Math.max(next - clock.now(), SHORTEST), LONGEST);
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      const wait = await lookRound().catch((error: unknown) => {
        failed(error);
        return LONGEST;
      });
      await delay(wait, stopping.signal);
    }
    await Promise.all(underWay);
  };

  const ended = run();
  return () => {
    stopping.abort();
    return ended;
  };
}

async function systemDelay(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
}
