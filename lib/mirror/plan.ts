import "server-only";
import type { BudgetStatus } from "../contract/api/sync.ts";
import { HOUR } from "../contract/platform/vocabulary.ts";
import type { Lane, Walk } from "../store/sync/state.ts";
import type { SyncRecord, Walks } from "../store/sync/store.ts";
import type { News } from "./news.ts";
import { headDelay, RECENT_ENTRIES, type RequestSchedule } from "./request-schedule.ts";

// What to read next, and when. The shares of the lanes are described at `RequestSchedule`.

/** Milliseconds between looks at what is new, however many people ask for one. */
const SHORTEST_INTERVAL = 5_000;
/** Milliseconds between the starts of two walks, however short they are. */
export const SHORTEST_WALK = 10 * 60_000;
/** Entries may become visible this much later than their date says. */
const LATE_ARRIVAL = 10 * 60_000;
/** Entries that a look at what is new reads again, as a page has room for them beside the new. */
const READ_AGAIN = 80;
/** Dates that the store is asked for to find a window that holds no more than these. */
export const DATES_LOOKED_AT = 96;

/** Milliseconds between two walks of what was told: a long import tells again and again. */
const SHORTEST_TOLD = 60_000;

export interface Due {
  lane: Lane;
  at: number;
}

/** What is known of a platform that tells what was changed; see news.ts. */
export interface Told {
  tells: boolean;
  news: News | null;
}

const SILENT: Told = { tells: false, news: null };

/**
 * The lane that goes on next, and from when.
 * @param lookAgain whether a rest after a failure is over for another reason than time
 */
export function nextDue(
  record: SyncRecord,
  now: number,
  lookAgain: boolean,
  { tells, news }: Told = SILENT,
): Due {
  const { state, walks } = record;
  const rest = lookAgain ? 0 : state.restUntil;
  const asked = askedFor(record);
  const head = Math.max(walks.head.nextAt, rest);
  const dues: Due[] = [
    { lane: "head", at: asked === null ? head : Math.min(head, asked) },
    { lane: "full", at: Math.max(walks.full.nextAt, rest) },
  ];
  if (tells) {
    const hasWork = walks.told.startedAt !== null || (news !== null && walks.full.ended > 0);
    if (hasWork) dues.push({ lane: "told", at: Math.max(walks.told.nextAt, rest) });
  } else if (hasRecentLane(record)) {
    dues.push({ lane: "recent", at: Math.max(walks.recent.nextAt, rest) });
  }
  const due = (["head", "told", "recent", "full"] as const)
    .flatMap((lane) => dues.filter((candidate) => candidate.lane === lane))
    .find(({ at }) => at <= now);
  return due ?? dues.reduce((first, other) => (other.at < first.at ? other : first));
}

/** When an unanswered question for news may be answered: no look has begun since it was asked. */
function askedFor({ askedAt, walks }: SyncRecord): number | null {
  const { triedAt } = walks.head;
  return askedAt > triedAt ? Math.max(askedAt, triedAt + SHORTEST_INTERVAL) : null;
}

export function hasRecentLane({ entries, walks }: { entries: number; walks: Walks }): boolean {
  return entries > RECENT_ENTRIES && walks.full.ended > 0;
}

/** When a lane goes on after a step. */
export function nextAt(
  step: { lane: Lane; walk: Walk },
  situation: {
    pace: RequestSchedule;
    entries: number;
    budget: BudgetStatus;
    projects: number;
    now: number;
  },
): number {
  const { lane, walk } = step;
  const { pace, entries, budget, projects, now } = situation;
  const underWay = walk.startedAt !== null;
  // Cutting a part costs no request.
  if (walk.trouble) return now;
  if (lane === "head") return underWay ? now : now + headDelay(pace, budget, projects, now);
  if (lane === "told") return underWay ? now : now + SHORTEST_TOLD;
  if (lane === "full" && walk.last === null) return underWay ? now : now + HOUR;
  const page = lane === "recent" ? pace.recentPageEvery : fullPageEvery(pace, entries);
  return underWay ? now + page : Math.max(now + page, walk.triedAt + SHORTEST_WALK);
}

export function fullPageEvery(pace: RequestSchedule, entries: number): number {
  return entries > RECENT_ENTRIES ? pace.fullPageEvery : pace.wholePageEvery;
}

/**
 * The oldest date that a look at what is new asks for: whatever may have come since the last one, as
 * far as both clocks agree to ten minutes, and of what is known as much as fits on the same page.
 * Null for everything, once that fits.
 * @param dates of the newest entries, the newest first
 */
export function headWindow(record: SyncRecord, dates: readonly number[]): number | null {
  const { walks, state, entries } = record;
  const since = walks.head.last?.startedAt ?? state.startedAt;
  if (walks.full.last === null) return since - LATE_ARRIVAL;
  if (entries <= READ_AGAIN) return null;
  // Entries of one and the same date come together or not at all.
  const fits = dates.findLastIndex(
    (date, index) => index < READ_AGAIN && dates[index + 1] !== date && index + 1 < dates.length,
  );
  return Math.min(since - LATE_ARRIVAL, dates[fits] ?? Number.POSITIVE_INFINITY);
}
