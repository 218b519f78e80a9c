import "server-only";
import type {
  BackfillProgress,
  BudgetStatus,
  FullSyncProgress,
  SyncStatus,
} from "../contract/api/sync.ts";
import { HOUR } from "../contract/platform/vocabulary.ts";
import type { SyncProblem } from "../store/sync/state.ts";
import type { SyncRecord } from "../store/sync/store.ts";
import { fullPageInterval, MIN_SYNC_INTERVAL, nextDue } from "./next-step.ts";
import {
  exportPages,
  RECENT_ITEMS,
  type RequestSchedule,
  requestSchedule,
} from "./request-schedule.ts";

/** What a project's status depends on besides its record. */
export interface StatusFacts {
  budget: BudgetStatus;
  projects: number;
  hasChangeFeed: boolean;
  deleted: number;
  quarantined: number;
  /** Why this process can't write to the store, which therefore can't record it. */
  storeProblem: SyncProblem | null;
  now: number;
}

/** Returns the sync status of a project. */
export function statusOf(record: SyncRecord, facts: StatusFacts): SyncStatus {
  const { state, lanes, items } = record;
  const { budget, projects, hasChangeFeed, deleted, quarantined, now } = facts;
  const schedule = requestSchedule(budget, projects, hasChangeFeed);
  // Once this sync is over, the next full sync covers what it couldn't read.
  const changedProblem = lanes.changed.startedAt === null ? null : lanes.changed.problem;
  const laneProblem =
    lanes.full.problem ?? lanes.recent.problem ?? lanes.newItems.problem ?? changedProblem;
  const { phase, pagesRead, lastSuccessAt } = state;
  const fullSyncDuration = exportPages(items) * fullPageInterval(schedule, items);
  const fullSyncInterval = Math.max(MIN_SYNC_INTERVAL, fullSyncDuration);
  return {
    phase,
    items,
    deleted,
    quarantined,
    pagesRead,
    lastSuccessAt,
    nextRequestAt: nextRequestAt(record, facts),
    budget,
    problem: facts.storeProblem ?? state.problem ?? laneProblem,
    paused: schedule.paused,
    projects,
    newItemsInterval: schedule.newItemsInterval,
    hasChangeFeed,
    recentInterval:
      items > RECENT_ITEMS && !hasChangeFeed
        ? (exportPages(RECENT_ITEMS) + 1) * schedule.recentPageInterval
        : fullSyncInterval,
    fullSyncInterval,
    backfill: phase === "backfill" ? backfillOf(record, schedule, now) : null,
    fullSync: phase === "following" ? fullSyncOf(record, schedule, now) : null,
    lastFullSyncAt: lanes.full.lastCompleted?.finishedAt ?? null,
  };
}

function nextRequestAt(record: SyncRecord, facts: StatusFacts): number {
  const { budget, hasChangeFeed, now } = facts;
  const availableAt = budget.remaining > 0 ? 0 : (budget.resetsAt ?? now + HOUR);
  const { at } = nextDue(record, now, false, { hasChangeFeed, changes: null });
  return Math.max(at, availableAt, budget.pausedUntil ?? 0);
}

function backfillOf(
  { state, lanes, items }: SyncRecord,
  schedule: RequestSchedule,
  now: number,
): BackfillProgress {
  const { nextAt } = lanes.full;
  return {
    startedAt: state.startedAt,
    pages: state.pagesRead,
    items,
    pagesPerHour: schedule.backfillPagesPerHour,
    resumesAt: nextAt > now ? nextAt : null,
  };
}

function fullSyncOf(
  { lanes, items }: SyncRecord,
  schedule: RequestSchedule,
  now: number,
): FullSyncProgress | null {
  const { startedAt, pages } = lanes.full;
  if (startedAt === null) return null;
  const expectedPages = Math.max(pages + 1, exportPages(items));
  const expectedEndAt = now + (expectedPages - pages) * fullPageInterval(schedule, items);
  return { startedAt, pages, expectedPages, expectedEndAt };
}
