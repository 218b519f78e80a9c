import "server-only";
import type { BudgetStatus } from "../../contract/api/sync.ts";
import { HOUR, PAGE_LIMIT } from "../../contract/platform/vocabulary.ts";
import type { Share } from "../../platform-client/budget.ts";

/**
 * How an hour's requests are divided, here for one project and the default limit of 100 requests
 * less a reserve of 20. Six of the 80 are kept for checks that people request; the lanes share the rest:
 *
 * | lane     | share  | by default          | reads |
 * |----------|--------|---------------------|-------|
 * | newItems | 43.5 % | a check every 112 s | new items and the newest 80 known ones, on one export page |
 * | recent   | 44.5 % | a page every 109 s  | the newest 3,000 items by date: 31 pages in 57 min |
 * | full     | 10.5 % | a page every 463 s  | everything, including items without a date |
 *
 * A new item arrives within two minutes and a change to the newest 3,000 within an hour. A full sync
 * finds all other changes and deletions. With at most 3,000 items, the full lane gets the recent
 * lane's share.
 *
 * The first sync sends right away what both lanes may use in an hour, so that new items arrive as
 * quickly as later. What it spent delays the recent lane; `intervals.ts` computes by how much.
 */
export interface RequestSchedule {
  /** All requests are reserved for other clients. */
  paused: boolean;
  /** Milliseconds between two checks for new items. */
  newItemsInterval: number;
  /** Milliseconds between two export pages of the other lanes. */
  recentPageInterval: number;
  fullPageInterval: number;
  /** The full lane's interval when it also has the recent lane's share. */
  combinedPageInterval: number;
  /** Checks that people request. */
  manualShare: Share;
  /** The share of all lanes except `newItems`. */
  backgroundShare: Share;
  /** Export pages that a first sync reads per hour and project. */
  backfillPagesPerHour: number;
}

/** The newest items, which the recent lane keeps reading. */
export const RECENT_ITEMS = 3_000;
/** Items that the recent lane reads at most, with those that arrived since its last syncs. */
export const MAX_RECENT_ITEMS = 3_600;
/** Milliseconds that it reads before them, so that the oldest one is not the edge of what it saw. */
export const RECENT_MARGIN_MS = 10 * 60_000;

const NEW_ITEMS = 0.435;
const RECENT = 0.445;
const FULL = 0.105;
/** Checks per hour that people can request, and their largest share of a low limit. */
const MANUAL_CHECKS = 6;
const MAX_MANUAL = 0.08;
/** Milliseconds between two checks, however high the limit. */
const MIN_NEW_ITEMS_INTERVAL_MS = 60_000;
/** The platform counts a request when it arrives, slightly later than Errata does. */
const ARRIVAL_MARGIN_MS = 1_000;
export const BACKGROUND_SHARE = "background";
export const MANUAL_SHARE = "manual";

/**
 * Divides an hour's requests among the lanes.
 * @param projects how many share the budget; n projects make each interval n times longer
 */
export function requestSchedule(
  allowance: { limit: number; reserve: number },
  projects: number,
): RequestSchedule {
  const allowed = Math.max(0, allowance.limit - allowance.reserve);
  const turns = Math.max(1, projects);
  const manual = Math.max(1, Math.min(MANUAL_CHECKS, Math.floor(allowed * MAX_MANUAL)));
  const divided = Math.max(1, allowed - manual);
  const interval = (share: number) => Math.ceil((HOUR / divided / share) * turns);
  const newItemsInterval = Math.max(MIN_NEW_ITEMS_INTERVAL_MS * turns, interval(NEW_ITEMS));
  const checks = Math.ceil((HOUR * turns) / newItemsInterval);
  const background = Math.max(1, divided - checks);
  return {
    paused: allowed === 0,
    newItemsInterval,
    recentPageInterval: interval(RECENT),
    fullPageInterval: interval(FULL),
    combinedPageInterval: interval(RECENT + FULL),
    manualShare: { name: MANUAL_SHARE, limit: manual },
    backgroundShare: { name: BACKGROUND_SHARE, limit: background },
    backfillPagesPerHour: allowed === 0 ? 0 : Math.max(1, Math.floor(background / turns)),
  };
}

/**
 * Returns the milliseconds until the next check, spreading the requests when few remain.
 * @param requests that a check needs
 */
export function newItemsDelay(
  schedule: RequestSchedule,
  budget: BudgetStatus,
  projects: number,
  now: number,
  requests = 1,
): number {
  const untilReset = Math.max(0, (budget.resetsAt ?? now + HOUR) - now) + ARRIVAL_MARGIN_MS;
  const spread = untilReset * Math.min(1, requests / (budget.remaining + 1));
  const interval = schedule.newItemsInterval * requests;
  return Math.ceil(Math.max(interval, spread * Math.max(1, projects)));
}

/** Returns how many export pages a number of items fills. */
export function exportPages(items: number): number {
  return Math.max(1, Math.ceil(items / PAGE_LIMIT.maximum));
}
