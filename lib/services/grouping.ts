import "server-only";
import type { Log } from "../log.ts";
import { createGroupingSteps } from "../similar/paced-steps.ts";
import { announceFeedback } from "../store/project-changes.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import { type BackgroundSteps, createBackgroundSteps } from "./background-steps.ts";

/** Milliseconds between two reads of an empty queue, which take microseconds. */
const IDLE_DELAY_MS = 1_000;
/** Maximum milliseconds until open pages learn of changed groups while grouping continues. */
const MAX_ANNOUNCEMENT_DELAY_MS = 10_000;

/**
 * Finds groups of near-duplicates in the background, for what syncs and imports have stored. Any number of processes
 * may run this: a step locks the feedback of its project.
 */
export function createGrouping(database: StoreDatabase, log: Log): BackgroundSteps {
  const { query } = database;
  /** When each project's groups first changed since the last announcement. */
  const unannounced = new Map<string, number>();

  /** Announces the groups of each project that changed before a time. */
  const announce = async (before: number) => {
    for (const [projectId, since] of unannounced) {
      if (since > before) continue;
      await announceFeedback(query, projectId);
      unannounced.delete(projectId);
    }
  };

  const findSomeGroups = createGroupingSteps(database);
  const steps = createBackgroundSteps({
    step: async () => {
      const began = performance.now();
      const done = await findSomeGroups();
      if (done?.isChanged && !unannounced.has(done.projectId)) {
        unannounced.set(done.projectId, began);
      }
      await announce(done ? began - MAX_ANNOUNCEMENT_DELAY_MS : began);
      return done !== null;
    },
    idleDelay: IDLE_DELAY_MS,
    failure: "couldn't group similar feedback; retrying",
    log,
  });

  return {
    start: steps.start,
    stop: async () => {
      await steps.stop();
      // Another process may have open pages.
      await announce(Number.POSITIVE_INFINITY).catch(() => undefined);
    },
  };
}
