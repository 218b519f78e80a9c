import "server-only";
import { AppError, BudgetExhausted } from "../../errors.ts";
import { LeaseLost } from "../../store/lease.ts";
import type { LaneState, Part } from "../../store/sync/state.ts";
import { storeProblem } from "../../store/sync/store-problem.ts";
import { afterFailure } from "./failures.ts";
import { afterCursorProblem, startAtListEnd, startSync } from "./lane-transitions.ts";
import { checkParts, futureFrom, MAX_FUTURE_ITEMS } from "./newest-first.ts";
import { NEWEST_DATES, newItemsFrom, recentSince } from "./next-step.ts";
import { listEndToCheck } from "./oldest-first.ts";
import { MAX_RECENT_ITEMS, RECENT_ITEMS, RECENT_MARGIN_MS } from "./request-schedule.ts";
import {
  type LaneTurn,
  type SyncContext,
  stepScheduler,
  syncExportPage,
} from "./sync-export-page.ts";

/**
 * Runs one step of a lane: recovers from a broken cursor, or starts a sync if none is running and
 * syncs one export page. Failures are stored as the project's problem.
 * @throws {LeaseLost} if another process took over, and if the store can't be written
 */
export async function runStep(context: SyncContext, turn: LaneTurn): Promise<void> {
  const { clock } = context;
  const before = turn.record.lanes[turn.lane];
  if (before.cursorProblem) return recoverCursor(context, turn, before);
  const requestedAt = clock.now();
  const running = before.startedAt === null ? await start(context, turn, requestedAt) : before;
  const isPartStart = before.startedAt === null || running.cursor === null;
  const laneState = isPartStart ? { ...running, partStartedAt: requestedAt } : running;
  if (isPartStart) {
    for (const read of Object.values(turn.partRead)) read.clear();
  }
  try {
    await syncExportPage(context, turn, laneState, requestedAt);
  } catch (error) {
    if (context.signal.aborted) return;
    if (error instanceof LeaseLost) throw error;
    await recordFailure(context, turn, error, { laneState, requestedAt });
  }
}

async function recordFailure(
  { sync, clock, log }: SyncContext,
  turn: LaneTurn,
  error: unknown,
  { laneState, requestedAt }: { laneState: LaneState; requestedAt: number },
): Promise<void> {
  const { projectId, lane } = turn;
  const { state, lanes } = turn.record;
  const now = clock.now();
  const isExpected = error instanceof AppError;
  log.warn(
    { projectId, lane, ...(isExpected ? { problem: error.message } : { err: error }) },
    "export page not synced",
  );
  const problem = isExpected
    ? { code: error.code, message: error.message, since: now }
    : storeProblem(error, now);
  // A requested check that may not be sent leaves the schedule as it is.
  if (turn.isManual && error instanceof BudgetExhausted) {
    const unchanged = { ...lanes[lane], lastAttemptAt: requestedAt };
    return sync.write(projectId, { state, lane, laneState: unchanged });
  }
  const step = { state, lane, laneState };
  await sync.write(projectId, afterFailure(step, error, problem, { requestedAt, now }));
}

async function recoverCursor(
  context: SyncContext,
  turn: LaneTurn,
  before: LaneState,
): Promise<void> {
  const { sync, clock, log } = context;
  const { projectId, record, lane } = turn;
  const { cursorProblem } = before;
  if (!cursorProblem) return;
  log.warn({ projectId, lane, problem: cursorProblem.description }, "recovering from a bad cursor");
  const middle = await sync.middleDate(projectId, before.parts[0] ?? {});
  const now = clock.now();
  const laneState = afterCursorProblem(before, lane, cursorProblem, middle, now);
  const schedule = await stepScheduler(context, turn);
  await sync.write(projectId, schedule({ state: record.state, lane, laneState }, now));
}

async function start(context: SyncContext, turn: LaneTurn, now: number): Promise<LaneState> {
  const { lanes } = turn.record;
  const listEnd = turn.lane === "newItems" ? listEndToCheck(lanes) : null;
  if (listEnd) return startAtListEnd(lanes.newItems, listEnd, now);
  const [part = {}, ...rest] = await partsToRead(context, turn, now);
  return startSync(lanes[turn.lane], part, now, rest);
}

async function partsToRead(
  { sync }: SyncContext,
  { projectId, record, lane }: LaneTurn,
  now: number,
): Promise<Part[]> {
  if (lane === "full") return [{}];
  if (lane === "recent") {
    const [known, limit] = await Promise.all([
      sync.dateOfRank(projectId, RECENT_ITEMS, recentSince(record, now)),
      sync.dateOfRank(projectId, MAX_RECENT_ITEMS),
    ]);
    const from = known ?? limit;
    return from === null ? [{}] : [{ from: Math.max(from, limit ?? from) - RECENT_MARGIN_MS }];
  }
  const future = futureFrom(now);
  const { reachedOlderItems } = record.lanes.newItems;
  const isCrowded =
    !reachedOlderItems && ((await sync.dateOfRank(projectId, MAX_FUTURE_ITEMS)) ?? 0) >= future;
  const dates = await sync.newestDates(projectId, NEWEST_DATES, isCrowded ? future : undefined);
  return checkParts(newItemsFrom(record, dates), isCrowded, now);
}
