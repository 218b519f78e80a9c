import "server-only";
import { AppError, BudgetExhausted, PlatformHttpError } from "../errors.ts";
import type { SyncProblem } from "../store/sync/state.ts";
import type { SyncStep } from "../store/sync/store.ts";
import { isFiltered } from "./parts.ts";
import { withoutPart } from "./walk.ts";

// What follows from a page that could not be had, as a pure function.

/** How long a person has to put right what a retry cannot. */
const REFUSED_WAIT = 15 * 60_000;
const SHORTEST_WAIT = 60_000;
const LONGEST_WAIT = 5 * 60_000;
/** Failures in a row at one page, while others come, after which another way is tried. */
const MOST_FAILURES = 3;

/**
 * The step after a failure.
 * @param step as it stood when the page was asked for, at `askedAt`
 * @param problem what a person should know of it
 */
export function afterFailure(
  step: SyncStep,
  error: unknown,
  problem: SyncProblem,
  { askedAt, now }: { askedAt: number; now: number },
): SyncStep {
  const { state, lane } = step;
  const walk = { ...step.walk, triedAt: Math.max(step.walk.triedAt, askedAt) };
  // Nothing is wrong: the hour is spent, and reading goes on where it is.
  if (error instanceof BudgetExhausted) {
    return { state, lane, walk: { ...walk, nextAt: now + (error.retryAfter ?? SHORTEST_WAIT) } };
  }
  const upstream = error instanceof PlatformHttpError ? error.upstreamStatus : null;
  if (upstream === 400 || upstream === 414 || upstream === 431) {
    if (walk.cursor !== null) {
      const what = `refused a page's cursor (${upstream})`;
      const trouble = { what, mayBeAge: upstream === 400 };
      return { state, lane, walk: { ...walk, trouble, nextAt: now } };
    }
    if (isFiltered(walk.parts[0] ?? {})) {
      const rest = withoutPart(walk, `refused to list a part of it (${upstream})`, now);
      return { state, lane, walk: { ...rest, nextAt: now + SHORTEST_WAIT } };
    }
  }
  const failures = walk.failures + 1;
  const failingSince = walk.failingSince ?? now;
  const failing = { ...walk, failures, failingSince };
  const refused = upstream === 401 || upstream === 403 || upstream === 404;
  if (!refused && (state.lastSuccessAt ?? 0) > failingSince) {
    // Other pages came meanwhile: it is this one that cannot be had.
    const what = `failed ${failures} times at one page`;
    const trouble =
      failures < MOST_FAILURES || walk.cursor === null ? null : { what, mayBeAge: false };
    const own = walk.problem ?? problem;
    const wait = Math.min(LONGEST_WAIT, SHORTEST_WAIT * failures);
    return { state, lane, walk: { ...failing, trouble, problem: own, nextAt: now + wait } };
  }
  const lasting = state.problem?.code === problem.code;
  const since = lasting && state.problem ? state.problem.since : problem.since;
  const wait = refused ? REFUSED_WAIT : waitAfter(error, now - since);
  return {
    state: { ...state, problem: { ...problem, since }, restUntil: now + wait },
    lane,
    // The rest is the project's, so that a new process may look again at once.
    walk: { ...failing, nextAt: now },
  };
}

function waitAfter(error: unknown, lastsFor: number): number {
  if (error instanceof AppError && error.retryAfter !== undefined) return error.retryAfter;
  return Math.max(SHORTEST_WAIT, Math.min(LONGEST_WAIT, lastsFor));
}
