import "server-only";
import type { Database } from "../database/open.ts";
import type { Log } from "../log.ts";
import type { StoreSchema } from "../store/schema/schema.ts";
import { analyzeGrownTables } from "../store/statistics.ts";
import { type BackgroundSteps, createBackgroundSteps } from "./background-steps.ts";

/** Milliseconds between two looks at how much the tables have changed, each of which takes two. */
const DELAY = 5_000;

/** Keeps the statistics of PostgreSQL's planner up to date while an import or a migration changes most of a table. */
export function createTableStatistics(database: Database<StoreSchema>, log: Log): BackgroundSteps {
  return createBackgroundSteps({
    step: async () => {
      await analyzeGrownTables(database);
      return false;
    },
    idleDelay: database.engine === "postgres" ? DELAY : null,
    failure: "couldn't update the planner's statistics; retrying",
    log,
  });
}
