import "server-only";
import { HOUR } from "../../contract/platform/vocabulary.ts";
import {
  AppError,
  BudgetExhausted,
  PlatformHttpError,
  PlatformResponseTooLarge,
} from "../../errors.ts";
import { PROJECT_REJECTED, type SyncProblem } from "../../store/sync/state.ts";
import type { SyncStep } from "../../store/sync/store.ts";
import { isFiltered } from "./export-parts.ts";
import { skipPart } from "./lane-transitions.ts";

/** Milliseconds before retrying what only a person can fix, such as a rejected key. */
const REJECTED_WAIT = 15 * 60_000;
/** Code of the problem that the platform rejects the API key. */
const KEY_REJECTED = "key_rejected";
/** The longest wait for a project that the platform doesn't have or doesn't allow. */
const MAX_REJECTED_WAIT = 6 * HOUR;
const MIN_WAIT = 60_000;
const MAX_WAIT = 5 * 60_000;
/** Consecutive failures on one export page, while others succeed, before the sync is split. */
const MAX_PAGE_FAILURES = 3;

/**
 * Returns the step that follows a failed request. Pure.
 * @param step the step when the request was sent, at `requestedAt`
 * @param problem the problem to show
 */
export function afterFailure(
  step: SyncStep,
  error: unknown,
  problem: SyncProblem,
  { requestedAt, now }: { requestedAt: number; now: number },
): SyncStep {
  const { state, lane } = step;
  const lastAttemptAt = Math.max(step.laneState.lastAttemptAt, requestedAt);
  const laneState = { ...step.laneState, lastAttemptAt };
  // The hourly limit is not a problem: the sync continues later from the same cursor.
  if (error instanceof BudgetExhausted) {
    const nextAt = now + (error.retryAfter ?? MIN_WAIT);
    return { state, lane, laneState: { ...laneState, nextAt } };
  }
  const upstream = error instanceof PlatformHttpError ? error.upstreamStatus : null;
  if (upstream === 400 || upstream === 414 || upstream === 431) {
    if (laneState.cursor !== null) {
      const description = `rejected a page cursor (${upstream})`;
      const cursorProblem = { description, mayHaveExpired: upstream === 400 };
      return { state, lane, laneState: { ...laneState, cursorProblem, nextAt: now } };
    }
    if (isFiltered(laneState.parts[0] ?? {})) {
      const rest = skipPart(laneState, lane, `rejected a filtered request (${upstream})`, now);
      return { state, lane, laneState: { ...rest, nextAt: now + MIN_WAIT } };
    }
  }
  if (error instanceof PlatformResponseTooLarge && laneState.limit > 1) {
    const limit = Math.floor(laneState.limit / 2);
    return { state, lane, laneState: { ...laneState, limit, nextAt: now } };
  }
  const failures = laneState.failures + 1;
  const failingSince = laneState.failingSince ?? now;
  const failing = { ...laneState, failures, failingSince };
  const isRejected = upstream === 401 || upstream === 403 || upstream === 404;
  if (!isRejected && (state.lastSuccessAt ?? 0) > failingSince) {
    // Other export pages loaded in the meantime, so only this one is broken.
    const description = `failed ${failures} times on the same page`;
    const canSplit = failures >= MAX_PAGE_FAILURES && laneState.cursor !== null;
    const cursorProblem = canSplit ? { description, mayHaveExpired: false } : null;
    const nextAt = now + Math.min(MAX_WAIT, MIN_WAIT * failures);
    const laneProblem = laneState.problem ?? problem;
    return { state, lane, laneState: { ...failing, cursorProblem, problem: laneProblem, nextAt } };
  }
  const code = rejectionCode(upstream) ?? problem.code;
  const isSame = state.problem?.code === code;
  const since = isSame && state.problem ? state.problem.since : problem.since;
  const isUnconfirmed = code === PROJECT_REJECTED && !isSame;
  const message = isUnconfirmed ? unconfirmedRejection(upstream) : problem.message;
  const wait = isRejected ? waitAfterRejection(code, now - since) : waitAfter(error, now - since);
  return {
    state: { ...state, problem: { code, message, since }, retryAt: now + wait },
    lane,
    // The project waits, not the lane, so that a new process can retry right away.
    laneState: { ...failing, nextAt: now },
  };
}

function rejectionCode(upstream: number | null): string | null {
  if (upstream === 401) return KEY_REJECTED;
  return upstream === 403 || upstream === 404 ? PROJECT_REJECTED : null;
}

/** A single rejection can be a mistake, such as a proxy's during a deployment. */
function unconfirmedRejection(upstream: number | null): string {
  return `The platform rejected a request (${upstream}).`;
}

/** Returns the wait after rejections for `duration`: soon at first, because they may be wrong. */
function waitAfterRejection(code: string, duration: number): number {
  if (duration < MIN_WAIT) return MIN_WAIT;
  if (duration < MAX_WAIT) return MAX_WAIT;
  const longest = code === PROJECT_REJECTED ? MAX_REJECTED_WAIT : REJECTED_WAIT;
  return Math.max(REJECTED_WAIT, Math.min(longest, duration));
}

function waitAfter(error: unknown, duration: number): number {
  if (error instanceof AppError && error.retryAfter !== undefined) return error.retryAfter;
  return Math.max(MIN_WAIT, Math.min(MAX_WAIT, duration));
}
