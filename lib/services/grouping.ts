import "server-only";
import type { Database } from "../database/open.ts";
import type { Log } from "../log.ts";
import { indexSomeGroups } from "../store/groups/index-groups.ts";
import { announceFeedback } from "../store/project-changes.ts";
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
/** The longest time in milliseconds that open pages don't learn of changed groups while there is more to group. */
const ANNOUNCED_WITHIN = 10_000;

/** Any number of processes may run this: a step locks the feedback of its project. */
export function createGrouping({ query }: Database<StoreSchema>, log: Log): Grouping {
  let isStopping = false;
  let running: Promise<void> | null = null;
  let wake = () => {};
  /** When the first unannounced change of each project's groups was made. */
  const unannounced = new Map<string, number>();

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Announces the groups of each project that changed before a time. */
  const announce = async (before: number) => {
    for (const [projectId, since] of unannounced) {
      if (since > before) continue;
      await announceFeedback(query, projectId);
      unannounced.delete(projectId);
    }
  };

  const step = async (): Promise<number> => {
    const began = performance.now();
    try {
      const done = await indexSomeGroups(query);
      if (done?.isChanged && !unannounced.has(done.projectId)) {
        unannounced.set(done.projectId, began);
      }
      await announce(done ? began - ANNOUNCED_WITHIN : began);
      return done ? (performance.now() - began) * PAUSE_FACTOR : IDLE_DELAY;
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
      // Another process may have open pages.
      await announce(Number.POSITIVE_INFINITY).catch(() => undefined);
    },
  };
}
