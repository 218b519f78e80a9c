import "server-only";
import { DAY } from "../contract/platform/vocabulary.ts";
import type { SyncCoverage } from "../store/feedback/deleted.ts";
import type { ExportPageChanges } from "../store/feedback/write.ts";
import type {
  CompletedSync,
  CursorProblem,
  Lane,
  LaneState,
  Part,
  Split,
} from "../store/sync/state.ts";
import { isDateRange, splitPart } from "./export-parts.ts";

// Pure transitions of a lane's state. A sync that skipped any part never marks items as deleted.

/** Consecutive export pages without anything new after which a part counts as endless. */
const MAX_IDLE_PAGES = 50;
/** Export pages per sync, 100 entries each; more than Errata is built for. */
const MAX_PAGES: Record<Lane, number> = {
  newItems: 1_000,
  changed: 20_000,
  recent: 1_000,
  full: 20_000,
};
const MAX_SPLITS = 300;

const BROKEN = "cursor_broken";

/** What an export page says about the next one. */
export interface PageEnd {
  nextCursor: string | null;
  hasMore: boolean;
  /** Whether this part already followed the cursor. */
  isRepeated: boolean;
  /** Whether the page has entries older than the sync asked for: the filter was ignored. */
  isOutside: boolean;
}

/** Starts a sync of a part of the export. */
export function startSync(laneState: LaneState, part: Part, now: number): LaneState {
  const from = part.from ?? null;
  const start = { startedAt: now, lastAttemptAt: now, from, parts: [part], pages: 0 };
  const noSplits = { splitCount: 0, split: "none", incomplete: false } as const;
  return { ...laneState, ...start, ...newPart, partStartedAt: now, ...noSplits };
}

const newPart = {
  partStartedAt: null,
  cursor: null,
  restarted: false,
  idlePages: 0,
  foundNew: false,
  cursorProblem: null,
};

/** Returns the lane's state after an export page was stored with `changes`. */
export function afterPage(
  laneState: LaneState,
  lane: Lane,
  page: PageEnd,
  changes: ExportPageChanges,
  now: number,
): LaneState {
  const isNew = (since: number | null) =>
    changes.previouslyObservedAt.some((met) => met < (since ?? now));
  const read: LaneState = {
    ...laneState,
    pages: laneState.pages + 1,
    idlePages: isNew(laneState.partStartedAt) ? 0 : laneState.idlePages + 1,
    foundNew: laneState.foundNew || isNew(laneState.startedAt),
    failures: 0,
    failingSince: null,
    problem: laneState.problem?.code === BROKEN ? laneState.problem : null,
  };
  if (!page.hasMore) return nextPart(read, now);
  // The list is usually sorted newest first. Otherwise nothing follows from an ignored filter.
  if (page.isOutside && changes.added + changes.changed === 0) {
    return nextPart({ ...read, incomplete: true }, now);
  }
  if (read.pages >= MAX_PAGES[lane]) {
    return finish(markIncomplete(read, `still has more after ${read.pages} pages`, now), now);
  }
  if (read.idlePages >= MAX_IDLE_PAGES) {
    return skipPart(read, `returned ${read.idlePages} pages in a row without anything new`, now);
  }
  const cursorProblem = cursorProblemOf(page);
  return cursorProblem ? { ...read, cursorProblem } : { ...read, cursor: page.nextCursor };
}

function cursorProblemOf({ isRepeated, nextCursor }: PageEnd): CursorProblem | null {
  if (isRepeated) return { description: "returned the same cursor twice", mayHaveExpired: false };
  if (nextCursor !== null) return null;
  return { description: "reported more pages but no cursor", mayHaveExpired: false };
}

/** Starts over, splits, or skips the current part, whose cursor is broken. */
export function afterCursorProblem(
  laneState: LaneState,
  { description, mayHaveExpired }: CursorProblem,
  middle: number | null,
  now: number,
): LaneState {
  const [part = {}, ...rest] = laneState.parts;
  if (mayHaveExpired && !laneState.restarted) {
    const restarted = { ...laneState, ...newPart, restarted: true };
    return withProblem(restarted, recoveryMessage(description), now);
  }
  // A date range that breaks before anything new would break at any length.
  const isHopeless =
    laneState.splitCount >= MAX_SPLITS || (isDateRange(part) && !laneState.foundNew);
  const result = isHopeless ? null : splitPart(part, middle, now);
  if (!result) return skipPart(laneState, description, now);
  const splitState = {
    ...laneState,
    ...newPart,
    parts: [...result.parts, ...rest],
    split: finest(laneState.split, result.split),
    splitCount: laneState.splitCount + 1,
  };
  return withProblem(splitState, recoveryMessage(description), now);
}

/** Skips the current part, which can't be read. */
export function skipPart(laneState: LaneState, description: string, now: number): LaneState {
  return nextPart(markIncomplete(laneState, description, now), now);
}

function nextPart(laneState: LaneState, now: number): LaneState {
  const [, ...parts] = laneState.parts;
  return parts.length === 0 ? finish(laneState, now) : { ...laneState, ...newPart, parts };
}

function finish(laneState: LaneState, now: number): LaneState {
  const { from, split, pages, startedAt, revision } = laneState;
  const finishedCount = laneState.finishedCount + 1;
  const finished = { ...laneState, ...newPart, startedAt: null, parts: [], finishedCount };
  if (laneState.incomplete || startedAt === null) return finished;
  const lastCompleted = { startedAt, finishedAt: now, from, split, pages, revision };
  return { ...finished, lastCompleted, problem: null };
}

function markIncomplete(laneState: LaneState, description: string, now: number): LaneState {
  const message =
    `The platform ${description}, so some feedback may be missing or out of date. ` +
    "Your data is safe; the next full sync tries again.";
  return withProblem({ ...laneState, incomplete: true }, message, now);
}

function recoveryMessage(description: string): string {
  return (
    `The platform ${description}, so some feedback may be missing or out of date. ` +
    "Your data is safe; Errata is reading the feedback another way."
  );
}

function withProblem(laneState: LaneState, message: string, now: number): LaneState {
  const since = laneState.problem?.code === BROKEN ? laneState.problem.since : now;
  return { ...laneState, problem: { code: BROKEN, message, since } };
}

function finest(one: Split, other: Split): Split {
  const order: Split[] = ["none", "filters", "dates"];
  return order[Math.max(order.indexOf(one), order.indexOf(other))] ?? other;
}

/**
 * Returns the scope in which two completed syncs of a lane would both have seen an existing item.
 * Leaves a day at the edge of the date range, because the platform may read a date without a time
 * zone as a different instant.
 */
export function coverageOf(before: CompletedSync, after: CompletedSync): SyncCoverage {
  const edges = [before.from, after.from].filter((from) => from !== null);
  const splits = [before.split, after.split];
  return {
    since: before.startedAt,
    from: edges.length === 0 ? null : Math.max(...edges) + DAY,
    documentedOnly: splits.some((split) => split !== "none"),
    datedOnly: splits.includes("dates"),
  };
}
