import "server-only";
import type {
  BackfillProgress,
  BudgetStatus,
  ExportStatus,
  FullSyncProgress,
  ManualChecks,
} from "../../contract/api/sync.ts";
import { HOUR } from "../../contract/platform/vocabulary.ts";
import type { SyncProblem } from "../../store/sync/state.ts";
import type { SyncRecord } from "../../store/sync/store.ts";
import { missingProblem } from "./deletions.ts";
import { finishTime } from "./intervals.ts";
import { missesNewItems } from "./lane-transitions.ts";
import {
  fullPageInterval,
  hasRecentLane,
  MIN_SYNC_INTERVAL_MS,
  nextDue,
  requestsPerCheck,
} from "./next-step.ts";
import { listEndToCheck } from "./oldest-first.ts";
import {
  exportPages,
  newItemsDelay,
  RECENT_ITEMS,
  type RequestSchedule,
  requestSchedule,
} from "./request-schedule.ts";

/** Inputs of a project's status besides its record. */
export interface StatusFacts {
  budget: BudgetStatus;
  projects: number;
  /** When checks that people requested were sent within the last hour, oldest first. */
  manualChecks: number[];
  /** The same for requests of all lanes but `newItems`. */
  backgroundRequests: number[];
  deleted: number;
  quarantined: number;
  /** Why this process can't write to the store, which therefore can't record it. */
  storeProblem: SyncProblem | null;
  now: number;
}

/** Returns the sync status of a project. */
export function statusOf(record: SyncRecord, facts: StatusFacts): ExportStatus {
  const { state, lanes, items } = record;
  const { budget, projects, deleted, quarantined, now } = facts;
  const schedule = requestSchedule(budget, projects);
  const { phase, pagesRead, lastSuccessAt } = state;
  const { ignoresDates } = lanes.newItems;
  return {
    source: "export",
    phase,
    items,
    deleted,
    quarantined,
    pagesRead,
    lastSuccessAt,
    nextRequestAt: nextRequestAt(record, facts),
    budget,
    problem: facts.storeProblem ?? state.problem ?? laneProblemOf(record),
    paused: schedule.paused,
    projects,
    ...intervalsOf(record, schedule, facts),
    ignoresDates: ignoresDates || lanes.newItems.reachedOlderItems,
    oldestFirst: ignoresDates,
    manualChecks: manualChecksOf(schedule, facts),
    backfill: phase === "backfill" ? backfillOf(record, schedule, now) : null,
    fullSync: phase === "following" ? fullSyncOf(record, schedule, now) : null,
    lastFullSyncAt: lanes.full.lastCompleted?.finishedAt ?? null,
  };
}

function laneProblemOf({ lanes: { full, recent, newItems } }: SyncRecord): SyncProblem | null {
  return full.problem ?? missingProblem(full) ?? recent.problem ?? newItems.problem;
}

function intervalsOf(record: SyncRecord, schedule: RequestSchedule, facts: StatusFacts) {
  const { lanes } = record;
  const { ignoresDates } = lanes.newItems;
  const fullSyncInterval = timeToReadAgain("full", record, schedule, facts);
  const recentInterval = hasRecentLane(record)
    ? timeToReadAgain("recent", record, schedule, facts)
    : fullSyncInterval;
  const checkInterval = newItemsIntervalOf(record, schedule, facts);
  const isRecentComplete = lanes.recent.incompleteCount === 0;
  const rereadInterval = isRecentComplete ? recentInterval : fullSyncInterval;
  const isOnlyInFullSync = ignoresDates && listEndToCheck(lanes) === null;
  const newItemsLate = !ignoresDates && missesNewItems(lanes.newItems);
  return {
    newItemsInterval: isOnlyInFullSync
      ? fullSyncInterval
      : Math.max(checkInterval, newItemsLate ? rereadInterval : 0),
    newItemsLate,
    recentInterval,
    fullSyncInterval,
    // The sync that is running may have read the item already; then two must miss it.
    deletedInterval: 3 * recentInterval,
  };
}

/** Returns the expected time until the next check for new items, and between any two after it. */
function newItemsIntervalOf(
  { state, lanes }: SyncRecord,
  schedule: RequestSchedule,
  { budget, projects, now }: StatusFacts,
): number {
  const at = Math.max(lanes.newItems.nextAt, state.retryAt, budget.pausedUntil ?? 0);
  const requests = requestsPerCheck(lanes.newItems);
  return Math.max(newItemsDelay(schedule, budget, projects, now, requests), at - now);
}

function manualChecksOf(
  { manualShare: { limit } }: RequestSchedule,
  { manualChecks }: StatusFacts,
): ManualChecks {
  const remaining = Math.max(0, limit - manualChecks.length);
  const oldest = manualChecks.at(-limit);
  const availableAt = remaining > 0 || oldest === undefined ? null : oldest + HOUR;
  return { limit, remaining, availableAt };
}

/** Returns the expected time until a lane has read everything in its scope again, from now on. */
function timeToReadAgain(
  lane: "recent" | "full",
  record: SyncRecord,
  schedule: RequestSchedule,
  { budget, projects, backgroundRequests, now }: StatusFacts,
): number {
  const { lanes } = record;
  const retryAt = Math.max(record.state.retryAt, budget.pausedUntil ?? 0);
  const rateOf = (each: "recent" | "full") => ({
    nextAt: Math.max(lanes[each].nextAt, retryAt),
    interval: each === "recent" ? schedule.recentPageInterval : fullPageInterval(schedule, record),
  });
  const other = hasRecentLane(record) ? rateOf(lane === "recent" ? "full" : "recent") : null;
  // The requests of other projects are spread over the hour like this one's.
  const limit = Math.max(1, Math.floor(schedule.backgroundShare.limit / Math.max(1, projects)));
  const sent = backgroundRequests.slice(-limit);
  const pages = pagesToRead(lane, record) + 1;
  const end = finishTime({ sent, limit, now }, rateOf(lane), pages, other);
  return Math.max(MIN_SYNC_INTERVAL_MS, end - now);
}

/** Returns how many export pages a lane reads, judged by its last sync, which may have met short pages. */
function pagesToRead(lane: "recent" | "full", { state, lanes, items }: SyncRecord): number {
  const all = Math.max(exportPages(items), lanes.full.lastCompleted?.pages ?? state.pagesRead);
  if (lane === "full") return all;
  const expected = Math.ceil((all * Math.min(items, RECENT_ITEMS)) / Math.max(1, items));
  return lanes.recent.lastCompleted?.pages ?? Math.max(1, expected);
}

function nextRequestAt(record: SyncRecord, facts: StatusFacts): number {
  const { budget, now } = facts;
  const availableAt = budget.remaining > 0 ? 0 : (budget.resetsAt ?? now + HOUR);
  const { at } = nextDue(record, now, false);
  return Math.max(at, availableAt, budget.pausedUntil ?? 0);
}

function backfillOf(
  { state, lanes, items }: SyncRecord,
  schedule: RequestSchedule,
  now: number,
): BackfillProgress {
  const { nextAt, readBackTo, oldestDate } = lanes.full;
  const { backfillPagesPerHour: pagesPerHour } = schedule;
  return {
    startedAt: state.startedAt,
    pages: state.pagesRead,
    items,
    pagesPerHour,
    resumesAt: nextAt > now ? nextAt : null,
    readBackTo,
    oldestDate,
  };
}

function fullSyncOf(
  record: SyncRecord,
  schedule: RequestSchedule,
  now: number,
): FullSyncProgress | null {
  const { lanes } = record;
  const { startedAt, pages } = lanes.full;
  if (startedAt === null) return null;
  const expectedPages = Math.max(pages + 1, pagesToRead("full", record));
  const expectedEndAt = now + (expectedPages - pages) * fullPageInterval(schedule, record);
  return { startedAt, pages, expectedPages, expectedEndAt };
}
