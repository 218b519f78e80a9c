import "server-only";
import type { Clock } from "../clock.ts";
import { DAY, PAGE_LIMIT } from "../contract/platform/vocabulary.ts";
import type { Log } from "../log.ts";
import { EXPORT_BUDGET, type RequestBudget } from "../platform-client/budget.ts";
import type { PlatformClient } from "../platform-client/client.ts";
import type { Lane, Walk } from "../store/sync/state.ts";
import type { SyncRecord, SyncState, SyncStep, SyncStore } from "../store/sync/store.ts";
import type { News, NewsSource } from "./news.ts";
import { queryOf } from "./parts.ts";
import { nextAt } from "./plan.ts";
import { readReceivedPage } from "./received-page.ts";
import { requestSchedule } from "./request-schedule.ts";
import { afterPage, coverageOf } from "./walk.ts";

export interface PageReader {
  client: PlatformClient;
  sync: SyncStore;
  budget: RequestBudget;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** Null for a platform that tells nothing beside the interface. */
  news: NewsSource | null;
}

/** A project's turn: what is known of it, and what it goes on with. */
export interface Turn {
  projectId: string;
  record: SyncRecord;
  lane: Lane;
  /** Cursors that the part at hand has led to; kept up to date here. */
  followed: Set<string>;
  /** How many projects share the budget. */
  projects: number;
  /** What the platform told and no walk has begun since. */
  news: News | null;
}

/** Reads the page at which `walk` stands and commits it with what follows from it. */
export async function readPage(
  reader: PageReader,
  turn: Turn,
  walk: Walk,
  askedAt: number,
): Promise<void> {
  const { client, sync, clock, log, signal } = reader;
  const { projectId, record, lane, followed } = turn;
  const status = await reader.budget.status(EXPORT_BUDGET);
  const pace = requestSchedule(status, turn.projects, reader.news !== null);
  const atOnce = lane === "told" || isBackfill(record);
  const share = lane === "head" ? undefined : atOnce ? pace.backfilling : pace.sweeping;
  const query = {
    ...queryOf(walk.parts[0] ?? {}),
    limit: PAGE_LIMIT.maximum,
    cursor: walk.cursor ?? undefined,
  };
  const page = readReceivedPage(await client.listFeedback(projectId, query, { signal, share }));
  if (page.rejected.length > 0) {
    log.warn({ projectId, rejected: page.rejected.length }, "entries put into quarantine");
  }
  const { nextCursor, hasMore, oldest } = page;
  const outside = walk.from !== null && oldest !== null && oldest < walk.from - DAY;
  const repeated = nextCursor !== null && (nextCursor === walk.cursor || followed.has(nextCursor));
  // Known before the transaction, which nothing may wait for.
  const schedule = await scheduler(reader, turn);
  let after = walk;
  const mirrored = { ...page, observedAt: askedAt };
  const changes = await sync.commitPage(projectId, mirrored, (committed) => {
    const now = clock.now();
    after = afterPage(walk, lane, { nextCursor, hasMore, repeated, outside }, committed, now);
    return schedule(
      { state: afterSuccess(record.state, lane, after, now), lane, walk: after },
      now,
    );
  });
  if (nextCursor !== null) followed.add(nextCursor);
  const { added, changed } = changes;
  log.debug({ projectId, lane, added, changed }, "page read");
  await markMissed(reader, turn, walk, after);
}

/** Only after the walk's end is kept: what this misses, the next walk's end will mark. */
async function markMissed(
  { sync, clock, log }: PageReader,
  { projectId, lane }: Turn,
  before: Walk,
  after: Walk,
): Promise<void> {
  if (
    lane === "head" ||
    lane === "told" ||
    !before.last ||
    !after.last ||
    after.last === before.last
  )
    return;
  const marked = await sync.markDeleted(
    projectId,
    coverageOf(before.last, after.last),
    clock.now(),
  );
  if (marked > 0) log.info({ projectId, lane, marked }, "items were deleted on the platform");
}

function afterSuccess(state: SyncState, lane: Lane, walk: Walk, now: number): SyncState {
  const counts = lane === "full" && state.phase === "backfill";
  const backfilled = state.phase === "following" || (lane === "full" && walk.last !== null);
  return {
    ...state,
    phase: backfilled ? "following" : "backfill",
    pagesRead: state.pagesRead + (counts ? 1 : 0),
    backfilledAt: state.backfilledAt ?? (backfilled ? now : null),
    lastSuccessAt: now,
    restUntil: 0,
    problem: null,
  };
}

function isBackfill({ walks }: SyncRecord): boolean {
  return walks.full.last === null;
}

/** What sets the time of a lane's next step, by the budget as it is now. */
export async function scheduler(
  reader: PageReader,
  turn: Turn,
): Promise<(step: SyncStep, now: number) => SyncStep> {
  const budget = await reader.budget.status(EXPORT_BUDGET);
  const { projects, record } = turn;
  const pace = requestSchedule(budget, projects, reader.news !== null);
  return (step, now) => {
    const at = nextAt(step, { pace, entries: record.entries, budget, projects, now });
    return { ...step, walk: { ...step.walk, nextAt: at } };
  };
}
