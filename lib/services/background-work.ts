import "server-only";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";
import { NOISE_RULES } from "../noise/noise.ts";
import { recountPages } from "../store/pages/recount-pages.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import { analyzeGrownTables } from "../store/statistics.ts";
import { scoreStoredItems } from "../store/write/score-stored.ts";
import { endDueSnoozes } from "../store/write/snoozes.ts";
import { type BackgroundSteps, createBackgroundSteps } from "./background-steps.ts";
import { createGrouping } from "./grouping.ts";

/** Milliseconds between two reads of the projects' rules, which take microseconds. */
const RECOUNT_DELAY_MS = 1_000;
/** Milliseconds between two checks for snoozes that are over, which take microseconds. */
const SNOOZE_DELAY_MS = 1_000;
/** Milliseconds between two checks of how much the tables have changed, each of which takes two. */
const STATISTICS_DELAY_MS = 5_000;

/**
 * Updates data that is derived from stored items, in the background. Any number of processes may run this: a step
 * locks the feedback of its project.
 */
export function createBackgroundWork(
  database: StoreDatabase,
  clock: Clock,
  log: Log,
): BackgroundSteps {
  const { query } = database;
  const all = [
    createGrouping(database, log),
    // Finds noise among items that an earlier version stored, and then ends.
    createBackgroundSteps({
      step: () => scoreStoredItems(query, NOISE_RULES),
      idleDelay: null,
      failure: "couldn't look for noise; retrying",
      log,
    }),
    // Counts stored items again by their pages when a project's rules or this version's name them differently.
    createBackgroundSteps({
      step: () => recountPages(query),
      idleDelay: RECOUNT_DELAY_MS,
      failure: "couldn't count feedback by page again; retrying",
      log,
    }),
    createTableStatistics(database, log),
    createBackgroundSteps({
      step: () => endDueSnoozes(query, clock.now()),
      idleDelay: SNOOZE_DELAY_MS,
      failure: "couldn't end snoozes; retrying",
      log,
    }),
  ];
  return {
    start: () => {
      for (const { start } of all) start();
    },
    stop: async () => {
      await Promise.all(all.map(({ stop }) => stop()));
    },
  };
}

/** Keeps the statistics of PostgreSQL's planner up to date while an import or a migration changes most of a table. */
export function createTableStatistics(database: StoreDatabase, log: Log): BackgroundSteps {
  return createBackgroundSteps({
    step: async () => {
      await analyzeGrownTables(database);
      return false;
    },
    idleDelay: database.engine === "postgres" ? STATISTICS_DELAY_MS : null,
    failure: "couldn't update the planner's statistics; retrying",
    log,
  });
}
