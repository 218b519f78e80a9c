import "server-only";
import { HOUR } from "../contract/vocabulary.ts";
import { AppError, BudgetExhausted, PlatformHttpError } from "../errors.ts";
import type { PageChanges, SyncProblem, SyncState } from "../store/sync.ts";
import type { PageRead } from "./received-page.ts";

// What follows from a page or a failure, as pure functions from state to state. A pass reads the
// export from its first page on: the backfill to the end, later ones as far as there is news.

/** How often a pass begins again at once when its cursor breaks; then once an hour. */
const RESTARTS = 3;
/** How long a person has to put right what a retry cannot. */
const REFUSED_WAIT = 15 * 60_000;
const LONGEST_WAIT = 5 * 60_000;
/** Entries may become visible this much later than their date says. */
const LATE_ARRIVAL = 10 * 60_000;

const BROKEN_CURSOR = "cursor_broken";

export function unread(now: number): SyncState {
  return {
    phase: "backfill",
    cursor: null,
    pagesRead: 0,
    startedAt: now,
    restarts: 0,
    headAt: null,
    backfilledAt: null,
    lastSuccessAt: null,
    nextAt: now,
    problem: null,
  };
}

/**
 * The state after a page that was read in `state`.
 * @param repeated whether the page names a cursor that this pass has already followed
 * @param delay milliseconds until the next pass, should this one be finished
 */
export function afterPage(
  state: SyncState,
  page: PageRead & { repeated: boolean },
  changes: PageChanges,
  now: number,
  delay: number,
): SyncState {
  const read: SyncState = {
    ...state,
    pagesRead: state.pagesRead + (state.phase === "backfill" ? 1 : 0),
    lastSuccessAt: now,
    problem: state.problem?.code === BROKEN_CURSOR ? state.problem : null,
  };
  if (!page.hasMore || (state.phase === "following" && isOldNews(state, page, changes))) {
    return {
      ...read,
      phase: "following",
      cursor: null,
      restarts: 0,
      headAt: state.startedAt,
      backfilledAt: state.backfilledAt ?? now,
      nextAt: now + delay,
      problem: null,
    };
  }
  if (page.repeated || page.nextCursor === null) {
    const what = page.repeated ? "named a page twice" : "named no next page where there is one";
    return afterBrokenCursor(read, what, now);
  }
  return { ...read, cursor: page.nextCursor, nextAt: now };
}

/** Whether what follows this page was already known when the last pass began. */
function isOldNews(state: SyncState, page: PageRead, { added, changed }: PageChanges): boolean {
  if (page.entries.length === 0) return false;
  const known = page.entries.length - added;
  const covered =
    page.reachesBackTo !== null && page.reachesBackTo < (state.headAt ?? 0) - LATE_ARRIVAL;
  return added + changed === 0 || (known > 0 && covered);
}

/**
 * The state after a page that could not be had.
 * @param delay milliseconds that the budget asks for between two passes
 */
export function afterFailure(
  state: SyncState,
  error: unknown,
  now: number,
  delay: number,
): SyncState {
  // Nothing is wrong: the hour is spent, and reading goes on where it is.
  if (error instanceof BudgetExhausted)
    return { ...state, nextAt: now + (error.retryAfter ?? delay) };
  const upstream = error instanceof PlatformHttpError ? error.upstream : null;
  if (state.cursor !== null && (upstream === 400 || upstream === 414)) {
    return afterBrokenCursor(state, `refused a page's cursor (${upstream})`, now);
  }
  const problem = problemOf(state, error, now);
  return {
    ...state,
    problem,
    nextAt: now + waitAfter(error, upstream, now - problem.since, delay),
  };
}

function waitAfter(
  error: unknown,
  upstream: number | null,
  lastsFor: number,
  delay: number,
): number {
  if (upstream === 401 || upstream === 403 || upstream === 404) return REFUSED_WAIT;
  if (error instanceof AppError && error.retryAfter !== undefined) return error.retryAfter;
  return Math.max(delay, Math.min(LONGEST_WAIT, lastsFor));
}

/** Begins the pass again; what was read stays, and reading it once more changes nothing. */
function afterBrokenCursor(state: SyncState, what: string, now: number): SyncState {
  const again = state.restarts < RESTARTS;
  const message =
    `The platform ${what}, so older feedback may be missing. Nothing that was read is lost; ` +
    (again ? "reading began again from the newest." : "it is tried again every hour.");
  return {
    ...state,
    cursor: null,
    pagesRead: state.phase === "backfill" ? 0 : state.pagesRead,
    restarts: again ? state.restarts + 1 : state.restarts,
    nextAt: again ? now : now + HOUR,
    problem: lasting(state.problem, { code: BROKEN_CURSOR, message, since: now }),
  };
}

function problemOf(state: SyncState, error: unknown, now: number): SyncProblem {
  const problem =
    error instanceof AppError
      ? { code: error.code, message: error.message, since: now }
      : {
          code: "unavailable",
          message:
            "What the platform sent could not be stored. Nothing that was stored before is lost; " +
            "it is read again. The log says more.",
          since: now,
        };
  return lasting(state.problem, problem);
}

/** A problem that goes on keeps its beginning. */
function lasting(before: SyncProblem | null, problem: SyncProblem): SyncProblem {
  return before?.code === problem.code ? { ...problem, since: before.since } : problem;
}
