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
import { fullPageEvery, nextDue, SHORTEST_WALK } from "./plan.ts";
import {
  pagesOf,
  RECENT_ENTRIES,
  type RequestSchedule,
  requestSchedule,
} from "./request-schedule.ts";

/** What a project's status is made from, beside its record. */
export interface StatusFacts {
  budget: BudgetStatus;
  projects: number;
  /** Whether the platform tells what was changed. */
  tells: boolean;
  deleted: number;
  quarantined: number;
  /** What keeps this process from writing to the store, which then cannot hold it. */
  storeTrouble: SyncProblem | null;
  now: number;
}

export function statusOf(record: SyncRecord, facts: StatusFacts): SyncStatus {
  const { state, walks, entries } = record;
  const { budget, projects, tells, deleted, quarantined, storeTrouble, now } = facts;
  const pace = requestSchedule(budget, projects, tells);
  // Once it is over, what it could not read is left to the walk through everything.
  const told = walks.told.startedAt === null ? null : walks.told.problem;
  const walkProblem = walks.full.problem ?? walks.recent.problem ?? walks.head.problem ?? told;
  const { phase, pagesRead, lastSuccessAt } = state;
  const fullEvery = Math.max(SHORTEST_WALK, pagesOf(entries) * fullPageEvery(pace, entries));
  return {
    phase,
    items: entries,
    deleted,
    quarantined,
    pagesRead,
    lastSuccessAt,
    nextRequestAt: nextRequest(record, facts),
    budget,
    problem: storeTrouble ?? state.problem ?? walkProblem,
    paused: pace.resting,
    projects,
    newItemsInterval: pace.headEvery,
    hasChangeFeed: tells,
    recentInterval:
      entries > RECENT_ENTRIES && !tells
        ? (pagesOf(RECENT_ENTRIES) + 1) * pace.recentPageEvery
        : fullEvery,
    fullSyncInterval: fullEvery,
    backfill: phase === "backfill" ? backfillOf(record, pace, now) : null,
    fullSync: phase === "following" ? fullSyncOf(record, pace, now) : null,
    lastFullSyncAt: walks.full.last?.finishedAt ?? null,
  };
}

function nextRequest(record: SyncRecord, { budget, tells, now }: StatusFacts): number {
  const allowed = budget.remaining > 0 ? 0 : (budget.resetsAt ?? now + HOUR);
  return Math.max(
    nextDue(record, now, false, { tells, news: null }).at,
    allowed,
    budget.pausedUntil ?? 0,
  );
}

function backfillOf(
  { state, walks, entries }: SyncRecord,
  pace: RequestSchedule,
  now: number,
): BackfillProgress {
  const { nextAt } = walks.full;
  return {
    startedAt: state.startedAt,
    pages: state.pagesRead,
    items: entries,
    pagesPerHour: pace.backfillPages,
    resumesAt: nextAt > now ? nextAt : null,
  };
}

function fullSyncOf(
  { walks, entries }: SyncRecord,
  pace: RequestSchedule,
  now: number,
): FullSyncProgress | null {
  const { startedAt, pages } = walks.full;
  if (startedAt === null) return null;
  const expectedPages = Math.max(pages + 1, pagesOf(entries));
  const left = expectedPages - pages;
  const expectedEndAt = now + left * fullPageEvery(pace, entries);
  return { startedAt, pages, expectedPages, expectedEndAt };
}
