import "server-only";
import { MAX_CLOCK_SKEW_MS } from "../clock.ts";
import { DAY, HOUR } from "../contract/platform/vocabulary.ts";
import { moveFutureTimes, type TimeColumn } from "../database/future-times.ts";
import { MAX_EMBEDDING_WAIT_MS } from "./embeddings/state.ts";
import { CLAIM_DURATION_MS } from "./jobs/claims.ts";
import { LONGEST_PULL_GAP } from "./jobs/pull-requests.ts";
import { VALUE_TABLES } from "./schema/decisions.ts";
import type { StoreDatabase, StoreQuery } from "./schema/schema.ts";
import type { FeedState, LaneState } from "./sync/state.ts";
import { indexFeedbackText, lockFeedbackWrites } from "./write/write-lock.ts";

/** The longest wait for a limit or a poll, see `parseRetryAfter` and `lib/jobs/schedule.ts`. */
const MAX_WAIT_MS = HOUR;
/** Projects that the platform rejects wait for hours. */
const MAX_SYNC_WAIT_MS = DAY;
/** Lanes may wait for a day after incomplete syncs. */
const MAX_LANE_WAIT_MS = 2 * DAY;
/** How far back to look for new items when nobody knows when the last check really was. */
const LOOK_BACK_MS = 7 * DAY;

/** Small tables, which every start checks. */
const ALWAYS: TimeColumn[] = [
  { table: "platform_request", column: "sent_at" },
  { table: "budget", column: "paused_until", lead: MAX_WAIT_MS },
  ...["started_at", "backfilled_at", "last_success_at", "error_since", "asked_at"].map(
    (column) => ({ table: "sync", column }),
  ),
  { table: "sync", column: "next_at", lead: MAX_SYNC_WAIT_MS },
  { table: "job", column: "next_poll_at", lead: CLAIM_DURATION_MS, where: "state = 'sending'" },
  // A poll that was claimed or planned while the clock was ahead.
  { table: "job", column: "next_poll_at", storedAt: "asked_at" },
  { table: "job", column: "next_poll_at", lead: MAX_WAIT_MS },
  { table: "job", column: "scheduled_for", lead: MAX_WAIT_MS },
  { table: "job", column: "pr_next_at", lead: LONGEST_PULL_GAP },
  ...[
    ...["began_at", "asked_at", "last_polled_at", "changed_at", "settled_at", "missing_since"],
    ...["pr_since", "pr_checked_at"],
  ].map((column) => ({ table: "job", column })),
  { table: "job_message", column: "next_at", lead: CLAIM_DURATION_MS, where: "state = 'sending'" },
  { table: "job_message", column: "next_at", lead: MAX_WAIT_MS },
  { table: "job_message", column: "scheduled_for", lead: MAX_WAIT_MS },
  // Operations that were found a day ago are tried again.
  { table: "unsupported_operation", column: "found_at", before: DAY },
  { table: "embedding_state", column: "retry_at", lead: MAX_EMBEDDING_WAIT_MS },
  { table: "embedding_state", column: "failing_since" },
  ...VALUE_TABLES.map((table) => ({ table, column: "set_at" })),
  { table: "feedback_snooze", column: "over_at" },
  { table: "decision", column: "applied_at" },
  // Otherwise, new items would be hidden.
  { table: "project_visit", column: "since" },
  { table: "project_visit", column: "seen_at" },
  { table: "deleted_item", column: "observed_at", before: 1 },
];

/**
 * The items themselves. A time of observation in the future would keep every later reading out, and changes of the
 * platform and of readers must stay older than the decisions that came after them. Later decisions about groups and
 * reasons would count as older than those in the history.
 */
const ITEMS: TimeColumn[] = [
  { table: "feedback", column: "observed_at", before: 1 },
  { table: "feedback", column: "platform_changed_after", before: 1 },
  { table: "feedback", column: "reworded_at", before: 1 },
  { table: "feedback_event", column: "at" },
];

/** Every column that is repaired, for the test that finds new ones. @internal */
export const REPAIRED_TIMES = [...ALWAYS, ...ITEMS];

/**
 * Repairs what was stored while the clock was ahead. Items and their history are only read if other tables show that it
 * was.
 * @returns the number of changed rows
 */
export function repairFutureTimes({ query }: StoreDatabase, now: number): Promise<number> {
  return query.transaction().execute(async (trx) => {
    const rows = await moveFutureTimes(trx, ALWAYS, now, MAX_CLOCK_SKEW_MS);
    const changed = rows + (await repairLanes(trx, now));
    if (changed === 0) return 0;
    for (const { project_id } of await trx.selectFrom("sync").select("project_id").execute()) {
      await lockFeedbackWrites(trx, project_id);
    }
    const items = await moveFutureTimes(trx, ITEMS, now, MAX_CLOCK_SKEW_MS);
    if (items > 0) await indexFeedbackText(trx);
    return changed + items;
  });
}

/** Lanes are stored as JSON, a few for each project. */
async function repairLanes(trx: StoreQuery, now: number): Promise<number> {
  const rows = await trx.selectFrom("sync_lane").selectAll().execute();
  let changed = 0;
  for (const { project_id, lane, state } of rows) {
    const repaired = JSON.stringify(repairedFeed(repairedLane(JSON.parse(state), now), now));
    if (repaired === state) continue;
    changed += 1;
    await trx
      .updateTable("sync_lane")
      .set({ state: repaired })
      .where("project_id", "=", project_id)
      .where("lane", "=", lane)
      .execute();
  }
  return changed;
}

/** The platform's changes must stay older than the decisions that replaced them. */
function repairedFeed<State>(state: State & Partial<FeedState>, now: number): State {
  const { caughtUpAt } = state;
  const isAhead = typeof caughtUpAt === "number" && caughtUpAt > now + MAX_CLOCK_SKEW_MS;
  return isAhead ? { ...state, caughtUpAt: now - 1 } : state;
}

function repairedLane(lane: Partial<LaneState>, now: number): Partial<LaneState> {
  const latest = now + MAX_CLOCK_SKEW_MS;
  const past = <T extends number | null | undefined>(at: T) =>
    typeof at === "number" && at > latest ? now : at;
  const { lastCompleted: last, problem } = lane;
  const repaired = {
    ...lane,
    ...("startedAt" in lane ? { startedAt: past(lane.startedAt) } : {}),
    ...("partStartedAt" in lane ? { partStartedAt: past(lane.partStartedAt) } : {}),
    ...("failingSince" in lane ? { failingSince: past(lane.failingSince) } : {}),
    ...("lastAttemptAt" in lane ? { lastAttemptAt: past(lane.lastAttemptAt) } : {}),
    ...(lane.nextAt !== undefined && lane.nextAt > latest + MAX_LANE_WAIT_MS
      ? { nextAt: now }
      : {}),
    ...(problem && problem.since > latest ? { problem: { ...problem, since: now } } : {}),
  };
  // It really ended earlier than now, so that items may have arrived since.
  const wasAhead = last != null && last.finishedAt > latest;
  const lookBack = now - LOOK_BACK_MS;
  return wasAhead
    ? { ...repaired, lastCompleted: { ...last, startedAt: lookBack, finishedAt: now } }
    : repaired;
}
