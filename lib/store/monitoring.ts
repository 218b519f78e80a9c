import "server-only";
import { isDocumentedStatus, jobStatusWord } from "../contract/api/job-states.ts";
import { isWorking } from "./jobs/state-conditions.ts";
import type { StoreQuery } from "./schema/schema.ts";

/** Queued items that are counted at most, so that an import of a million doesn't make counting them slow. */
const MAX_COUNTED = 100_000;

/** How many jobs are in each state, and since when the oldest one is worked on, in epoch milliseconds. */
export interface JobFigures {
  /** A platform's word that the interface doesn't know counts as `other`. */
  byState: Map<string, number>;
  oldestSince: number | null;
}

export async function readJobFigures(db: StoreQuery): Promise<JobFigures> {
  const rows = await db
    .selectFrom("job")
    .select(({ fn, eb }) => [
      "state",
      "platform_status",
      fn.countAll<number>().as("count"),
      fn.min<number | null>("began_at").filterWhere(isWorking(eb)).as("since"),
    ])
    .groupBy(["state", "platform_status"])
    .execute();
  const byState = new Map<string, number>();
  for (const { state, platform_status: platformStatus, count } of rows) {
    const isKnown = platformStatus === null || isDocumentedStatus(platformStatus);
    const word = isKnown ? jobStatusWord({ state, platformStatus }) : "other";
    byState.set(word, (byState.get(word) ?? 0) + count);
  }
  return { byState, oldestSince: earliest(rows.map(({ since }) => since)) };
}

/** The amounts of waiting background work. Times are epoch milliseconds. */
export interface QueueFigures {
  /** Items whose groups have to be found; 100,000 if there are more. */
  grouping: number;
  /** Decisions whose statuses the platform doesn't have yet, and when the oldest was made. */
  statuses: number;
  statusesSince: number | null;
}

export async function readQueueFigures(db: StoreQuery): Promise<QueueFigures> {
  const queue = db.selectFrom("feedback_group_queue").select("feedback_id").limit(MAX_COUNTED);
  const { grouping } = await db
    .selectFrom(queue.as("queued"))
    .select(({ fn }) => fn.countAll<number>().as("grouping"))
    .executeTakeFirstOrThrow();
  const { statuses, since } = await db
    .selectFrom("decision")
    .select(({ fn }) => [
      fn.countAll<number>().as("statuses"),
      fn.min<number | null>("applied_at").as("since"),
    ])
    .where("unwritten", "is not", null)
    .executeTakeFirstOrThrow();
  return { grouping, statuses, statusesSince: since };
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
