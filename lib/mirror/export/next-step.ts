import "server-only";
import type { BudgetStatus } from "../../contract/api/sync.ts";
import { DAY, HOUR } from "../../contract/platform/vocabulary.ts";
import { LANES, type Lane, type LaneState } from "../../store/sync/state.ts";
import type { SyncRecord } from "../../store/sync/store.ts";
import { isCrossingEmptyPages, isUnreliable } from "./lane-transitions.ts";
import { MAX_ARRIVAL_DELAY_MS } from "./newest-first.ts";
import { newItemsDelay, RECENT_ITEMS, type RequestSchedule } from "./request-schedule.ts";

// Decides what to read next, and when. `RequestSchedule` describes each lane's share.

/** Milliseconds between two checks for new items, however many people request one. */
const MIN_REFRESH_INTERVAL_MS = 5_000;
/** Milliseconds between the starts of two syncs of a lane. */
export const MIN_SYNC_INTERVAL_MS = 10 * 60_000;
/** Known items to read again when checking for new ones; an export page has room for both. */
const REREAD_ITEMS = 80;
/** Export pages without new items that a check reads at once; it reads more as slowly as checks. */
const MAX_KNOWN_PAGES = 10;
/** Dates needed to find a date range with at most `REREAD_ITEMS` items. */
export const NEWEST_DATES = 96;

export interface DueLane {
  lane: Lane;
  at: number;
  /** Whether it is only due because someone requested it. */
  isManual?: boolean;
}

/**
 * Returns the lane that continues next, and when.
 * @param ignoreRetryAt retry a failed project now, as after a restart
 */
export function nextDue(record: SyncRecord, now: number, ignoreRetryAt: boolean): DueLane {
  const { state, lanes } = record;
  const retryAt = ignoreRetryAt ? 0 : state.retryAt;
  const refreshAt = refreshDueAt(record);
  const newItemsAt = Math.max(lanes.newItems.nextAt, retryAt);
  const isManual = refreshAt !== null && refreshAt < newItemsAt && newItemsAt > now;
  const candidates: DueLane[] = [
    isManual ? { lane: "newItems", at: refreshAt, isManual } : { lane: "newItems", at: newItemsAt },
    { lane: "full", at: Math.max(lanes.full.nextAt, retryAt) },
  ];
  if (hasRecentLane(record) && lanes.full.finishedCount > 0) {
    candidates.push({ lane: "recent", at: Math.max(lanes.recent.nextAt, retryAt) });
  }
  const due = LANES.flatMap((lane) => candidates.filter((each) => each.lane === lane)).find(
    ({ at }) => at <= now,
  );
  return due ?? candidates.reduce((first, other) => (other.at < first.at ? other : first));
}

/** Returns when a pending refresh request is due; null if a check already started after it. */
function refreshDueAt({ refreshRequestedAt, lanes }: SyncRecord): number | null {
  const { lastAttemptAt } = lanes.newItems;
  if (refreshRequestedAt <= lastAttemptAt) return null;
  return Math.max(refreshRequestedAt, lastAttemptAt + MIN_REFRESH_INTERVAL_MS);
}

/** Whether the newest items have a lane of their own. It asks for dates, which a platform may ignore. */
export function hasRecentLane({ items, lanes }: Pick<SyncRecord, "items" | "lanes">): boolean {
  return items > RECENT_ITEMS && !lanes.newItems.ignoresDates;
}

/** Returns when a lane continues after a step. */
export function nextAt(
  step: { lane: Lane; laneState: LaneState },
  situation: {
    schedule: RequestSchedule;
    record: SyncRecord;
    budget: BudgetStatus;
    projects: number;
    now: number;
  },
): number {
  const { lane, laneState } = step;
  const { schedule, record, budget, projects, now } = situation;
  const isRunning = laneState.startedAt !== null;
  // Splitting a part sends no request.
  if (laneState.cursorProblem) return now;
  if (isRunning && isUnreliable(laneState)) {
    return now + Math.min(HOUR, schedule.fullPageInterval * 2 ** Math.min(laneState.idlePages, 3));
  }
  if (lane === "newItems") {
    if (isRunning && laneState.knownPages < MAX_KNOWN_PAGES) return now;
    const requests = isRunning ? 1 : requestsPerCheck(laneState);
    return now + newItemsDelay(schedule, budget, projects, now, requests);
  }
  const fullInterval = fullPageInterval(schedule, record);
  if (lane === "full" && laneState.lastCompleted === null) {
    return now + backfillWait(laneState, fullInterval);
  }
  const interval = lane === "recent" ? schedule.recentPageInterval : fullInterval;
  if (isRunning) return now + interval;
  const incomplete = laneState.incompleteCount > 0 ? incompleteWait(laneState) : 0;
  return Math.max(
    now + Math.max(interval, incomplete),
    laneState.lastAttemptAt + MIN_SYNC_INTERVAL_MS,
  );
}

/** Returns how long the first reading of everything waits after a step: not at all while it finds items. */
function backfillWait(laneState: LaneState, interval: number): number {
  if (laneState.startedAt === null) return incompleteWait(laneState);
  return isCrossingEmptyPages(laneState) ? interval : 0;
}

/**
 * Returns the requests that a check for new items needs, which take the place of later checks. Pages of
 * new items are extra.
 */
export function requestsPerCheck({ knownPages }: LaneState): number {
  return Math.max(1, Math.min(MAX_KNOWN_PAGES, knownPages));
}

/**
 * Returns the time whose newest items the recent lane reads: three syncs ago. A deletion is found by two
 * syncs after the one that may have read the item, while new items arrive.
 */
export function recentSince({ state, lanes: { recent } }: SyncRecord, now: number): number {
  if (recent.lastCompleted === null) return now;
  const { startedAt, finishedAt } = recent.lastCompleted;
  return Math.max(now - 3 * (finishedAt - startedAt), state.backfilledAt ?? now);
}

/** Returns how long to wait after incomplete syncs: an hour, doubling to a day. */
function incompleteWait({ incompleteCount }: LaneState): number {
  return Math.min(DAY, HOUR * 2 ** Math.min(Math.max(0, incompleteCount - 1), 5));
}

/** Returns the milliseconds between two export pages of a full sync. */
export function fullPageInterval(schedule: RequestSchedule, record: SyncRecord): number {
  return hasRecentLane(record) ? schedule.fullPageInterval : schedule.combinedPageInterval;
}

/**
 * Returns the oldest date to ask for when checking for new items; null for all dates. Covers
 * everything since the last check (clocks may differ by ten minutes) and as many known items as fit
 * on the same export page.
 * @param dates of the newest items, newest first
 */
export function newItemsFrom(record: SyncRecord, dates: readonly number[]): number | null {
  const { lanes, state, items } = record;
  const since = lanes.newItems.lastCompleted?.startedAt ?? state.startedAt;
  if (lanes.full.lastCompleted === null) return since - MAX_ARRIVAL_DELAY_MS;
  if (items <= REREAD_ITEMS) return null;
  // Items with the same date can't be separated.
  const last = dates.findLastIndex(
    (date, index) => index < REREAD_ITEMS && dates[index + 1] !== date && index + 1 < dates.length,
  );
  return Math.min(since - MAX_ARRIVAL_DELAY_MS, dates[last] ?? Number.POSITIVE_INFINITY);
}
