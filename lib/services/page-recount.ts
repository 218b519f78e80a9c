import "server-only";
import type { Database } from "../database/open.ts";
import type { Log } from "../log.ts";
import { recountPages } from "../store/feedback/recount-pages.ts";
import type { StoreSchema } from "../store/schema/schema.ts";
import { type BackgroundSteps, createBackgroundSteps } from "./background-steps.ts";

/** Milliseconds between two reads of the projects' rules, which take microseconds. */
const IDLE_DELAY = 1_000;

/**
 * Counts stored items again by the pages that they name, in the background, when a project's rules or this version's
 * name them differently. Any number of processes may run this: a step locks the feedback of its project.
 */
export function createPageRecount({ query }: Database<StoreSchema>, log: Log): BackgroundSteps {
  return createBackgroundSteps({
    step: () => recountPages(query),
    idleDelay: IDLE_DELAY,
    failure: "couldn't count feedback by page again; retrying",
    log,
  });
}
