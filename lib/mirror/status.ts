import "server-only";
import type {
  BudgetStatus,
  SyncBackfill,
  SyncStatus,
  SyncSweep,
} from "../contract/api/dashboard.ts";
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
  gone: number;
  quarantined: number;
  /** What keeps this process from writing to the store, which then cannot hold it. */
  storeTrouble: SyncProblem | null;
  now: number;
}

export function statusOf(record: SyncRecord, facts: StatusFacts): SyncStatus {
  const { state, walks, entries } = record;
  const { budget, projects, tells, gone, quarantined, storeTrouble, now } = facts;
  const pace = requestSchedule(budget, projects, tells);
  // Once it is over, what it could not read is left to the walk through everything.
  const told = walks.told.startedAt === null ? null : walks.told.problem;
  const walkProblem = walks.full.problem ?? walks.recent.problem ?? walks.head.problem ?? told;
  const { phase, pagesRead, lastSuccessAt } = state;
  const fullEvery = Math.max(SHORTEST_WALK, pagesOf(entries) * fullPageEvery(pace, entries));
  return {
    phase,
    entries,
    gone,
    quarantined,
    pagesRead,
    lastSuccessAt,
    nextAt: nextRequest(record, facts),
    budget,
    problem: storeTrouble ?? state.problem ?? walkProblem,
    resting: pace.resting,
    projects,
    headEvery: pace.headEvery,
    tells,
    recentEvery:
      entries > RECENT_ENTRIES && !tells
        ? (pagesOf(RECENT_ENTRIES) + 1) * pace.recentPageEvery
        : fullEvery,
    fullEvery,
    backfill: phase === "backfill" ? backfillOf(record, pace, now) : null,
    sweep: phase === "following" ? sweepOf(record, pace, now) : null,
    sweptAt: walks.full.last?.finishedAt ?? null,
  };
}

function nextRequest(record: SyncRecord, { budget, tells, now }: StatusFacts): number {
  const allowed = budget.left > 0 ? 0 : (budget.freesAt ?? now + HOUR);
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
): SyncBackfill {
  const { nextAt } = walks.full;
  return {
    startedAt: state.startedAt,
    pages: state.pagesRead,
    entries,
    pagesPerHour: pace.backfillPages,
    resumesAt: nextAt > now ? nextAt : null,
  };
}

function sweepOf(
  { walks, entries }: SyncRecord,
  pace: RequestSchedule,
  now: number,
): SyncSweep | null {
  const { startedAt, pages } = walks.full;
  if (startedAt === null) return null;
  const expectedPages = Math.max(pages + 1, pagesOf(entries));
  const left = expectedPages - pages;
  const expectedEndAt = now + left * fullPageEvery(pace, entries);
  return { startedAt, pages, expectedPages, expectedEndAt };
}
