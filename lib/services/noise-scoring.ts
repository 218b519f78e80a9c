import "server-only";
import type { Database } from "../database/open.ts";
import type { Log } from "../log.ts";
import { scoreStoredItems } from "../store/feedback/score-stored.ts";
import type { StoreSchema } from "../store/schema/schema.ts";
import { type BackgroundSteps, createBackgroundSteps } from "./background-steps.ts";

/**
 * Finds suspected noise among the items that an earlier version stored, in the background, and ends then. Any number
 * of processes may run this: a step locks the feedback of its project.
 */
export function createNoiseScoring({ query }: Database<StoreSchema>, log: Log): BackgroundSteps {
  return createBackgroundSteps({
    step: () => scoreStoredItems(query),
    idleDelay: null,
    failure: "couldn't look for suspected noise; retrying",
    log,
  });
}
