import "server-only";
import type { BudgetStatus } from "../contract/dashboard.ts";
import { HOUR } from "../contract/vocabulary.ts";

const USUAL_DELAY = 60_000;

/** The platform counts a request when it arrives, which is a little later than it was counted here. */
const MARGIN = 1_000;

/**
 * Milliseconds until a project that is up to date is read again, so that the hour is never
 * overspent: a minute while requests are plenty; when few are left they are spread evenly until
 * more are free; when none is left, until one is. Projects of one organization share all of it.
 */
export function nextDelay(situation: {
  now: number;
  status: BudgetStatus;
  projects: number;
}): number {
  const { now, status } = situation;
  const untilFree = Math.max(0, (status.freesAt ?? now + HOUR) - now) + MARGIN;
  const delay =
    status.left === 0 ? untilFree : Math.max(USUAL_DELAY, untilFree / (status.left + 1));
  const silence = status.pausedUntil === null ? 0 : status.pausedUntil - now + MARGIN;
  return Math.ceil(Math.max(silence, delay * Math.max(1, situation.projects)));
}
