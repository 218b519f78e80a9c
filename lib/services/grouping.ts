import "server-only";
import type { Database } from "../database/open.ts";
import type { Log } from "../log.ts";
import { indexSomeGroups } from "../store/groups/index-groups.ts";
import type { StoreSchema } from "../store/schema.ts";

/** Finds groups of near-duplicates in the background, for what syncs and imports have stored. */
export interface Grouping {
  start(): void;
  /** Stops after the current step. */
  stop(): Promise<void>;
}

/** Milliseconds between two reads of an empty queue, which take microseconds. */
const IDLE_DELAY = 1_000;
/** Milliseconds before the next step after the store failed. */
const RETRY_DELAY = 5_000;
/**
 * The pause after a step, as a multiple of the time that the step took. In it, people's changes get the lock, and an
 * import and its sync the processor.
 */
const PAUSE_FACTOR = 2;

/** Any number of processes may run this: a step locks the feedback of its project. */
export function createGrouping({ query }: Database<StoreSchema>, log: Log): Grouping {
  let isStopping = false;
  let running: Promise<void> | null = null;
  let wake = () => {};

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const step = async (): Promise<number> => {
    const began = performance.now();
    try {
      const isEmpty = (await indexSomeGroups(query)) === 0;
      return isEmpty ? IDLE_DELAY : (performance.now() - began) * PAUSE_FACTOR;
    } catch (err) {
      log.warn({ err }, "couldn't group similar feedback; retrying");
      return RETRY_DELAY;
    }
  };

  const run = async (): Promise<void> => {
    while (!isStopping) {
      const delay = await step();
      if (!isStopping) await sleep(delay);
    }
  };

  return {
    start: () => {
      running ??= run();
    },
    stop: async () => {
      isStopping = true;
      wake();
      await running;
    },
  };
}
