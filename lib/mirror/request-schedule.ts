import "server-only";
import type { BudgetStatus } from "../contract/api/sync.ts";
import { HOUR, PAGE_LIMIT } from "../contract/platform/vocabulary.ts";
import type { Share } from "../platform-client/budget.ts";

/**
 * How an hour's requests are divided, by default 100 less a reserve of 20, for one project:
 *
 * | lane   | share | for the default  | reads |
 * |--------|-------|------------------|-------|
 * | head   | 43 %  | a look in 105 s  | what is new, and the newest 80 entries, in one page |
 * | recent | 45 %  | a page in 100 s  | the newest 3,000 entries by date: 31 pages in 52 min |
 * | full   | 11 %  | a page in 409 s  | everything, entries without a date among it |
 *
 * So a new entry is there within two minutes, a change within the newest 3,000 within the hour, and
 * every other change, or an entry that disappeared, as the walk through everything comes past.
 * Without more than 3,000 entries there is no recent lane: the full one has its share.
 *
 * A platform that tells what was changed (news.ts) needs no recent lane either. Its share is left for
 * a fourth one, told, which reads those dates at once; the full one keeps its own, for what is not
 * told.
 *
 * Only the head lane may spend all that is allowed. The others share what is left of an hour after
 * its looks, so that these never wait; and the first reading, which takes what it can get at once,
 * leaves a tenth of the hour to them.
 */
export interface RequestSchedule {
  /** All requests are left to others. */
  resting: boolean;
  /** Milliseconds between two looks at what is new, and between two pages of the other lanes. */
  headEvery: number;
  recentPageEvery: number;
  fullPageEvery: number;
  /** The full lane's where it has the recent lane's share, too. */
  wholePageEvery: number;
  sweeping: Share;
  backfilling: Share;
  /** Pages of a first reading in an hour, for one of the projects. */
  backfillPages: number;
}

/** Entries that the recent lane reads again and again. */
export const RECENT_ENTRIES = 3_000;

const HEAD = 0.43;
const RECENT = 0.45;
const FULL = 0.11;
/** Milliseconds between two looks, however much is allowed. */
const SHORTEST_HEAD = 60_000;
/** The platform counts a request when it arrives, which is a little later than it was counted here. */
const MARGIN = 1_000;
const SWEEP = "sweep";

/**
 * @param projects how many share the budget: each has its turn n times as seldom
 * @param tells whether the platform tells what was changed
 */
export function requestSchedule(
  allowance: { limit: number; reserve: number },
  projects: number,
  tells = false,
): RequestSchedule {
  const allowed = Math.max(0, allowance.limit - allowance.reserve);
  const turns = Math.max(1, projects);
  const every = (share: number) => Math.ceil((HOUR / Math.max(allowed, 1) / share) * turns);
  const headEvery = Math.max(SHORTEST_HEAD * turns, every(HEAD));
  const looks = Math.ceil((HOUR * turns) / headEvery);
  const most = Math.max(1, allowed - Math.floor(allowed / 10));
  return {
    resting: allowed === 0,
    headEvery,
    recentPageEvery: every(RECENT),
    fullPageEvery: every(FULL),
    wholePageEvery: every(tells ? FULL : RECENT + FULL),
    sweeping: { name: SWEEP, most: Math.max(1, allowed - looks) },
    backfilling: { name: SWEEP, most },
    backfillPages: allowed === 0 ? 0 : Math.max(1, Math.floor(most / turns)),
  };
}

/** Milliseconds until the next look, longer where few requests are left: then they are spread. */
export function headDelay(
  pace: RequestSchedule,
  budget: BudgetStatus,
  projects: number,
  now: number,
): number {
  const untilFree = Math.max(0, (budget.resetsAt ?? now + HOUR) - now) + MARGIN;
  const spread = budget.remaining === 0 ? untilFree : untilFree / (budget.remaining + 1);
  return Math.ceil(Math.max(pace.headEvery, spread * Math.max(1, projects)));
}

/** Pages that so many entries fill. */
export function pagesOf(entries: number): number {
  return Math.max(1, Math.ceil(entries / PAGE_LIMIT.maximum));
}
