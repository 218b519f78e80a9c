import "server-only";
import { HOUR } from "../../contract/platform/vocabulary.ts";
import {
  AppError,
  BudgetExhausted,
  PlatformHttpError,
  PlatformResponseTooLarge,
} from "../../errors.ts";
import { type LaneState, PROJECT_REJECTED, type SyncProblem } from "../../store/sync/state.ts";
import type { SyncStep } from "../../store/sync/store.ts";
import { isFiltered } from "./export-parts.ts";
import { skipPart } from "./lane-transitions.ts";

/** Milliseconds before retrying what only a person can fix, such as a rejected key. */
const REJECTED_WAIT_MS = 15 * 60_000;
/** Code of the problem that the platform rejects the API key. */
const KEY_REJECTED = "key_rejected";
/** The longest wait for a project that the platform doesn't have or doesn't allow. */
const MAX_REJECTED_WAIT_MS = 6 * HOUR;
const MIN_WAIT_MS = 60_000;
const MAX_WAIT_MS = 5 * 60_000;
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
  const lastAttemptAt = Math.max(step.laneState.lastAttemptAt, requestedAt);
  const attempted = { ...step, laneState: { ...step.laneState, lastAttemptAt } };
  const laneState = afterRequestFailure(attempted, error, now);
  if (laneState) return { ...attempted, laneState };
  const failure = { step: attempted, error, problem, now, status: statusOf(error) };
  return isOnlyThisPage(failure) ? afterPageFailure(failure) : afterProjectFailure(failure);
}

interface Failure {
  step: SyncStep;
  error: unknown;
  problem: SyncProblem;
  now: number;
  /** The platform's HTTP status; null without an answer. */
  status: number | null;
}

function statusOf(error: unknown): number | null {
  return error instanceof PlatformHttpError ? error.upstreamStatus : null;
}

/** Returns the step after a failure that another request of this lane may avoid; null for other failures. */
function afterRequestFailure(
  { lane, laneState }: SyncStep,
  error: unknown,
  now: number,
): LaneState | null {
  // The hourly limit is not a problem: the sync continues later from the same cursor.
  if (error instanceof BudgetExhausted) {
    return { ...laneState, nextAt: now + (error.retryAfter ?? MIN_WAIT_MS) };
  }
  if (error instanceof PlatformResponseTooLarge && laneState.limit > 1) {
    return { ...laneState, limit: Math.floor(laneState.limit / 2), nextAt: now };
  }
  const status = statusOf(error);
  if (status !== 400 && status !== 414 && status !== 431) return null;
  if (laneState.cursor !== null) {
    const description = `rejected a page cursor (${status})`;
    const cursorProblem = { description, mayHaveExpired: status === 400 };
    return { ...laneState, cursorProblem, nextAt: now };
  }
  if (!isFiltered(laneState.parts[0] ?? {})) return null;
  const rest = skipPart(laneState, lane, `rejected a filtered request (${status})`, now);
  return { ...rest, nextAt: now + MIN_WAIT_MS };
}

function isRejection(status: number | null): boolean {
  return status === 401 || status === 403 || status === 404;
}

/** The lane's state with one more failure. */
function withFailure({ step: { laneState }, now }: Failure) {
  return {
    ...laneState,
    failures: laneState.failures + 1,
    failingSince: laneState.failingSince ?? now,
  };
}

/** Whether other export pages loaded since this one started to fail. */
function isOnlyThisPage(failure: Failure): boolean {
  const { failingSince } = withFailure(failure);
  return !isRejection(failure.status) && (failure.step.state.lastSuccessAt ?? 0) > failingSince;
}

function afterPageFailure(failure: Failure): SyncStep {
  const { step, problem, now } = failure;
  const failing = withFailure(failure);
  const canSplit = failing.failures >= MAX_PAGE_FAILURES && failing.cursor !== null;
  const description = `failed ${failing.failures} times on the same page`;
  const cursorProblem = canSplit ? { description, mayHaveExpired: false } : null;
  const nextAt = now + Math.min(MAX_WAIT_MS, MIN_WAIT_MS * failing.failures);
  const laneProblem = failing.problem ?? problem;
  return { ...step, laneState: { ...failing, cursorProblem, problem: laneProblem, nextAt } };
}

function afterProjectFailure(failure: Failure): SyncStep {
  const { step, error, problem, now, status } = failure;
  const { state } = step;
  const code = rejectionCode(status) ?? problem.code;
  const isSame = state.problem?.code === code;
  const since = isSame && state.problem ? state.problem.since : problem.since;
  const isUnconfirmed = code === PROJECT_REJECTED && !isSame;
  const message = isUnconfirmed ? unconfirmedRejection(status) : problem.message;
  const duration = now - since;
  const wait = isRejection(status)
    ? waitAfterRejection(code, duration)
    : waitAfter(error, duration);
  return {
    ...step,
    state: { ...state, problem: { code, message, since }, retryAt: now + wait },
    // The project waits, not the lane, so that a new process can retry right away.
    laneState: { ...withFailure(failure), nextAt: now },
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
  if (duration < MIN_WAIT_MS) return MIN_WAIT_MS;
  if (duration < MAX_WAIT_MS) return MAX_WAIT_MS;
  const longest = code === PROJECT_REJECTED ? MAX_REJECTED_WAIT_MS : REJECTED_WAIT_MS;
  return Math.max(REJECTED_WAIT_MS, Math.min(longest, duration));
}

function waitAfter(error: unknown, duration: number): number {
  if (error instanceof AppError && error.retryAfter !== undefined) return error.retryAfter;
  return Math.max(MIN_WAIT_MS, Math.min(MAX_WAIT_MS, duration));
}
