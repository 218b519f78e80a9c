import "server-only";
import type { Clock } from "../../clock.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { Log } from "../../log.ts";
import { EXPORT_BUDGET, type RequestBudget } from "../../platform-client/budget.ts";
import type { PlatformClient } from "../../platform-client/client.ts";
import type { Lane, LaneState } from "../../store/sync/state.ts";
import type { SyncRecord, SyncState, SyncStep, SyncStore } from "../../store/sync/store.ts";
import { markDeleted } from "./deletions.ts";
import { parseExportPage } from "./export-page.ts";
import { queryFor } from "./export-parts.ts";
import { afterPage } from "./lane-transitions.ts";
import { MAX_ARRIVAL_DELAY_MS } from "./newest-first.ts";
import { nextAt } from "./next-step.ts";
import { requestSchedule } from "./request-schedule.ts";

export interface SyncContext {
  client: PlatformClient;
  sync: SyncStore;
  budget: RequestBudget;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

/** The pages of a part that a process has read. */
export interface PartProgress {
  /** The cursors that they returned. */
  cursors: Set<string>;
  /** When they were requested, which is also when their entries were observed. */
  times: Set<number>;
  /** The IDs of their latest entries, up to `MAX_READ_IDS`. */
  ids: Set<string>;
}

/** More items than other lanes read in the meantime. Older ones are told apart by the times of reading. */
const MAX_READ_IDS = 5_000;

/** A project and the lane whose turn it is. */
export interface LaneTurn {
  projectId: string;
  record: SyncRecord;
  lane: Lane;
  /** This process's progress in the current part. Updated here. */
  partRead: PartProgress;
  /** Whether it only runs because someone requested it. */
  isManual: boolean;
  /** Number of projects that share the budget. */
  projects: number;
}

/** Reads the lane's next export page and commits it together with the lane's new state. */
export async function syncExportPage(
  context: SyncContext,
  turn: LaneTurn,
  laneState: LaneState,
  requestedAt: number,
): Promise<void> {
  const { client, sync, clock, log, signal } = context;
  const { projectId, record, lane, partRead } = turn;
  const share = await shareFor(context, turn);
  const query = {
    ...queryFor(laneState.parts[0] ?? {}),
    limit: laneState.limit,
    cursor: laneState.cursor ?? undefined,
  };
  const received = await client.listFeedback(projectId, query, { signal, share });
  const page = parseExportPage(received, laneState.limit);
  if (page.rejected.length > 0) {
    log.warn({ projectId, rejected: page.rejected.length }, "unreadable entries skipped");
  }
  const { nextCursor, hasMore, dates, hasZones, isEmpty, isShort } = page;
  const { from } = laneState;
  const isOutside = from !== null && dates.some((date) => date < from - DAY);
  // The platform may read a date without a time zone as a different instant.
  const passedAt = from === null ? null : from - (hasZones ? MAX_ARRIVAL_DELAY_MS : DAY);
  const ids = page.entries.map(({ entry }) => entry.id);
  const isReread =
    ids.length > 0 && ids.filter((id) => partRead.ids.has(id)).length * 2 >= ids.length;
  const isRepeated =
    nextCursor !== null && (nextCursor === laneState.cursor || partRead.cursors.has(nextCursor));
  // Read before the transaction, which must not wait.
  const schedule = await stepScheduler(context, turn);
  let after: SyncStep = { state: record.state, lane, laneState };
  const mirrored = { ...page, observedAt: requestedAt };
  const { added, changed } = await sync.commitPage(projectId, mirrored, (changes) => {
    const now = clock.now();
    const readAt = partRead.times;
    const end = {
      nextCursor,
      hasMore,
      isRepeated,
      isReread,
      readAt,
      isOutside,
      passedAt,
      isEmpty,
      isShort,
      dates,
    };
    const read = afterPage(laneState, lane, end, changes, now);
    const state = afterSuccess(record.state, lane, read, now);
    after = schedule({ state, lane, laneState: read }, now);
    return after;
  });
  if (nextCursor !== null) partRead.cursors.add(nextCursor);
  partRead.times.add(requestedAt);
  rememberIds(partRead, ids);
  log.debug({ projectId, lane, added, changed }, "export page synced");
  await markDeleted(context, projectId, laneState, after);
}

function rememberIds({ ids }: PartProgress, read: readonly string[]): void {
  for (const id of read) {
    ids.delete(id);
    ids.add(id);
  }
  for (const id of ids) {
    if (ids.size <= MAX_READ_IDS) break;
    ids.delete(id);
  }
}

/** Returns the share that the turn's request counts against; undefined for the whole budget. */
async function shareFor(context: SyncContext, { lane, projects, isManual }: LaneTurn) {
  if (lane === "newItems" && !isManual) return undefined;
  const budget = await context.budget.status(EXPORT_BUDGET);
  const { manualShare, backgroundShare } = requestSchedule(budget, projects);
  return isManual ? manualShare : backgroundShare;
}

function afterSuccess(state: SyncState, lane: Lane, laneState: LaneState, now: number): SyncState {
  const counts = lane === "full" && state.phase === "backfill";
  const isComplete =
    state.phase === "following" || (lane === "full" && laneState.lastCompleted !== null);
  return {
    ...state,
    phase: isComplete ? "following" : "backfill",
    pagesRead: state.pagesRead + (counts ? 1 : 0),
    backfilledAt: state.backfilledAt ?? (isComplete ? now : null),
    lastSuccessAt: now,
    retryAt: 0,
    problem: null,
  };
}

/** Returns a function that sets the time of a lane's next step from the current budget. */
export async function stepScheduler(
  context: Pick<SyncContext, "budget">,
  { projects, record }: Pick<LaneTurn, "projects" | "record">,
): Promise<(step: SyncStep, now: number) => SyncStep> {
  const budget = await context.budget.status(EXPORT_BUDGET);
  const schedule = requestSchedule(budget, projects);
  return (step, now) => {
    const at = nextAt(step, { schedule, record, budget, projects, now });
    return { ...step, laneState: { ...step.laneState, nextAt: at } };
  };
}
