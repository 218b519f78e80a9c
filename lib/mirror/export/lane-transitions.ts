import "server-only";
import { DAY, PAGE_LIMIT } from "../../contract/platform/vocabulary.ts";
import type { SyncCoverage } from "../../store/deletion/deleted.ts";
import type {
  CompletedSync,
  CursorProblem,
  Lane,
  LaneState,
  ListEnd,
  Part,
  Split,
} from "../../store/sync/state.ts";
import type { ExportPageChanges } from "../../store/write/write.ts";
import { isDateRange, rangesBackTo, splitPart } from "./export-parts.ts";
import { canEndEarly, hasPassed, isKnownBehind } from "./newest-first.ts";
import {
  ignoresDates,
  isAscending,
  isDescending,
  isWholeList,
  listEndAfter,
  shouldUseDateRanges,
} from "./oldest-first.ts";

// Pure transitions of a lane's state. A sync that skipped any part never marks items as deleted.

/** Consecutive export pages without anything new after which a part counts as endless. */
const MAX_IDLE_PAGES = 12;
/** Consecutive empty pages with new cursors after which a part counts as endless. */
const MAX_EMPTY_PAGES: Record<Lane, number> = { newItems: 10, recent: 50, full: 50 };
/** Export pages that break the interface before the platform counts as unreliable. */
const MAX_MISBEHAVED = 3;
/** Export pages per sync, 100 entries each; more than Errata is built for. */
const MAX_PAGES: Record<Lane, number> = {
  newItems: 1_000,
  recent: 1_000,
  full: 20_000,
};
const MAX_SPLITS = 300;

const BROKEN = "cursor_broken";

/** The facts about an export page that the next state depends on. */
export interface PageEnd {
  nextCursor: string | null;
  hasMore: boolean;
  /** Whether this part already followed the cursor. */
  isRepeated: boolean;
  /** Whether this part read half of the page's entries before, as far as this process knows. */
  isReread: boolean;
  /** When this part's earlier pages were requested, as far as this process knows. */
  readAt: ReadonlySet<number>;
  /** Whether the page has entries older than the sync asked for: the filter was ignored. */
  isOutside: boolean;
  /** Entries of an earlier date are older than the sync asked for; null if it asked for all dates. */
  passedAt: number | null;
  /** Whether the page has no entries at all, not even invalid ones. */
  isEmpty: boolean;
  /** Whether the page has fewer entries than requested. */
  isShort: boolean;
  /** Dates of the dated entries, in the order of the page. */
  dates: readonly number[];
}

/**
 * Returns whether a sync follows empty pages. They are allowed (docs/contract/live-services.md), but a
 * platform that returns many of them gets few requests.
 */
export function isCrossingEmptyPages({ emptyPages }: LaneState): boolean {
  return emptyPages >= MAX_MISBEHAVED;
}

/** Returns whether checks for new items can't be trusted, because they couldn't read what they asked for. */
export function missesNewItems({ problem, incompleteCount }: LaneState): boolean {
  return incompleteCount > 0 && problem?.code === BROKEN;
}

/** Returns whether the platform broke the interface so often that it gets one request at a time. */
export function isUnreliable({ misbehaved }: LaneState): boolean {
  return misbehaved >= MAX_MISBEHAVED;
}

/** Starts a sync of a part of the export, and of the parts in `rest` after it. */
export function startSync(
  laneState: LaneState,
  part: Part,
  now: number,
  rest: readonly Part[] = [],
): LaneState {
  const scope = { from: part.from ?? null, parts: [part, ...rest] };
  const start = { startedAt: now, lastAttemptAt: now, ...scope, ...noPages, ...anyOrder };
  const noSplits = { splitCount: 0, split: "none", incomplete: false } as const;
  return { ...laneState, ...start, ...newPart, partStartedAt: now, ...noSplits };
}

/** Starts a check for new items at the end of a list that is sorted oldest first. */
export function startAtListEnd(laneState: LaneState, { cursor }: ListEnd, now: number): LaneState {
  return { ...startSync(laneState, {}, now), cursor, isAtListEnd: true };
}

const noPages = { pages: 0, knownPages: 0, oldestSeen: null };

/** Until the first page, nothing is known about the list's order. */
const anyOrder = { readBackTo: null, oldestDate: null, isNewestFirst: false };

const newPart = {
  partStartedAt: null,
  cursor: null,
  restarted: false,
  idlePages: 0,
  emptyPages: 0,
  foundNew: false,
  cursorProblem: null,
  limit: PAGE_LIMIT.maximum,
  isAscending: true,
  isAtListEnd: false,
};

/** Returns the lane's state after an export page was stored with `changes`. */
export function afterPage(
  laneState: LaneState,
  lane: Lane,
  page: PageEnd,
  changes: ExportPageChanges,
  now: number,
): LaneState {
  const cursorProblem = page.hasMore ? cursorProblemOf(page) : null;
  const progress = progressOf(laneState, page, changes, { cursorProblem, now });
  const state = withPage(laneState, lane, page, { ...progress, changes });
  const isKnown = lane === "newItems" && isKnownBehind(state, page.dates, changes, now);
  const read = { state, lane, page, changes, cursorProblem, isKnown, isIdle: progress.isIdle, now };
  return (
    afterLastPage(read) ??
    afterEarlierItems(read) ??
    afterListEnd(read) ??
    afterTooManyPages(read) ??
    afterBrokenCursor(read) ??
    followed(read)
  );
}

/** A page of the export that was read, with the lane's state and the conclusions from it. */
interface ReadPage {
  state: LaneState;
  lane: Lane;
  page: PageEnd;
  changes: ExportPageChanges;
  cursorProblem: CursorProblem | null;
  /** Whether all items behind this page are known. */
  isKnown: boolean;
  /** Whether it only repeats items that this sync has read. */
  isIdle: boolean;
  now: number;
}

/** The facts that an export page adds to a lane's state. */
interface Progress {
  isIdle: boolean;
  /** Whether it has no entries, and the next one may have some. */
  isEmpty: boolean;
  isMisbehaving: boolean;
  /** Whether it has entries that are new since the sync started. */
  foundNew: boolean;
}

function progressOf(
  laneState: LaneState,
  page: PageEnd,
  { previouslyObservedAt }: ExportPageChanges,
  { cursorProblem, now }: { cursorProblem: CursorProblem | null; now: number },
): Progress {
  const isNew = (since: number | null) =>
    previouslyObservedAt.some((lastObservedAt) => lastObservedAt < (since ?? now));
  // Other lanes also read entries in the meantime, so only times of this part's own pages count.
  const reread = previouslyObservedAt.filter((lastObservedAt) => page.readAt.has(lastObservedAt));
  const isRepetition = page.isReread || reread.length * 2 >= previouslyObservedAt.length;
  // Empty pages are followed, but not between repetitions.
  const canFollow = page.hasMore && !cursorProblem && laneState.idlePages === 0;
  const isEmpty = page.isEmpty && canFollow;
  const isIdle = !isEmpty && !isNew(laneState.partStartedAt) && isRepetition;
  const isMisbehaving = page.hasMore && (isIdle || cursorProblem !== null);
  return { isIdle, isEmpty, isMisbehaving, foundNew: isNew(laneState.startedAt) };
}

function withPage(
  laneState: LaneState,
  lane: Lane,
  page: PageEnd,
  progress: Progress & { changes: ExportPageChanges },
): LaneState {
  const { isIdle, isEmpty, foundNew, changes } = progress;
  return {
    ...laneState,
    pages: laneState.pages + 1,
    knownPages: laneState.knownPages + (changes.added === 0 ? 1 : 0),
    idlePages: isIdle ? laneState.idlePages + 1 : 0,
    emptyPages: isEmpty ? laneState.emptyPages + 1 : 0,
    misbehaved: misbehavedAfter(laneState, progress),
    limit: Math.min(PAGE_LIMIT.maximum, laneState.limit * 2),
    oldestSeen: oldestOf(laneState.oldestSeen, page.dates),
    readBackTo: readBackTo(laneState, page.dates),
    isAscending: laneState.isAscending && isAscending(page.dates),
    ignoresDates: lane === "newItems" && ignoresDates(laneState, page),
    foundNew: laneState.foundNew || foundNew,
    failures: 0,
    failingSince: null,
    problem: laneState.problem?.code === BROKEN ? laneState.problem : null,
  };
}

function afterLastPage({ state, lane, page, isKnown, now }: ReadPage): LaneState | null {
  if (lane === "newItems" && (isKnown || !page.hasMore) && canEndEarly(state, now)) {
    return finish({ ...state, incomplete: true }, now);
  }
  if (page.hasMore) return null;
  return nextPart({ ...state, reachedOlderItems: false, listEnd: listEndAfter(state, now) }, now);
}

/** Handles a page with items that are older than the sync asked for, or all known. */
function afterEarlierItems(read: ReadPage): LaneState | null {
  const { state, lane, page, changes, isKnown, now } = read;
  // Everything newer was on this page or before it.
  if (hasPassed(state, page, changes, now)) {
    return nextPart({ ...state, reachedOlderItems: lane === "newItems" }, now);
  }
  // An ignored filter has no other consequences.
  if (page.isOutside && changes.added + changes.changed === 0) {
    const isUnsorted = lane === "newItems" && !state.ignoresDates && !isDescending(page.dates);
    return isUnsorted
      ? skipPart(state, lane, "ignores dates and doesn't sort its list", now)
      : nextPart({ ...state, incomplete: true }, now);
  }
  return isKnown ? nextPart(state, now) : null;
}

/** A check of a list with the oldest items first. */
function afterListEnd({ state, changes, now }: ReadPage): LaneState | null {
  // One request: the page is the start of the list, and new items are at its end.
  if (state.ignoresDates && !state.isAtListEnd) return finish({ ...state, incomplete: true }, now);
  // Items after the former end of the list are new. If there are only known ones, the cursor leads
  // elsewhere by now.
  const isElsewhere = state.isAtListEnd && state.pages > 1 && changes.added === 0;
  return isElsewhere ? leaveListEnd(state, now) : null;
}

function afterTooManyPages({ state, lane, now }: ReadPage): LaneState | null {
  if (state.pages >= MAX_PAGES[lane]) {
    const description = `still has more items after ${state.pages} pages`;
    return finish(markIncomplete(state, lane, description, now), now);
  }
  if (state.idlePages >= MAX_IDLE_PAGES || state.emptyPages >= MAX_EMPTY_PAGES[lane]) {
    return skipPart(state, lane, endless(state), now);
  }
  return null;
}

function afterBrokenCursor({ state, lane, page, cursorProblem, now }: ReadPage): LaneState | null {
  // One request per check. The other lanes read the items that it misses.
  if (lane === "newItems" && (cursorProblem || isUnreliable(state))) {
    const description = cursorProblem?.description ?? endless(state);
    return finish(markIncomplete(state, lane, description, now), now);
  }
  if (!cursorProblem) return null;
  // A page that isn't full is the last one, even if the platform says otherwise.
  if (page.isShort) return skipPart(state, lane, cursorProblem.description, now);
  return { ...state, cursorProblem };
}

function followed({ state, lane, page, isIdle, now }: ReadPage): LaneState {
  if (isFirstPage(state, lane) && shouldUseDateRanges(page.dates, now)) {
    return readNewestFirst(state, page, now);
  }
  if (isWholeList(state, page.dates)) return readInOrder(state);
  const next = { ...state, cursor: page.nextCursor };
  return isUnreliable(next) && isIdle ? markIncomplete(next, lane, endless(next), now) : next;
}

/** Empty pages are allowed (docs/contract/live-services.md): new entries after them clear the count. */
function misbehavedAfter(
  { misbehaved, idlePages }: LaneState,
  { isMisbehaving, isIdle }: { isMisbehaving: boolean; isIdle: boolean },
): number {
  if (isMisbehaving) return misbehaved + 1;
  return idlePages > 0 && !isIdle ? 0 : misbehaved;
}

function endless({ idlePages, emptyPages }: LaneState): string {
  const times = Math.max(idlePages, emptyPages);
  const count = times > 1 ? `${times} times in a row` : "once";
  return `says there are more items but returned nothing new ${count}`;
}

function oldestOf(before: number | null, dates: readonly number[]): number | null {
  const oldest = Math.min(before ?? Number.POSITIVE_INFINITY, ...dates);
  return Number.isFinite(oldest) ? oldest : null;
}

/** Returns how far back everything is known: to the oldest date while the list is newest first. */
function readBackTo(laneState: LaneState, dates: readonly number[]): number | null {
  const { readBackTo: before, isNewestFirst, pages } = laneState;
  if (isNewestFirst || dates.length === 0) return before;
  const [newest = 0] = dates;
  const follows = pages === 0 || (before !== null && newest <= before);
  return follows && isDescending(dates) ? (dates.at(-1) ?? before) : null;
}

/** Whether this was the first page that a first sync read. */
function isFirstPage({ pages, lastCompleted }: LaneState, lane: Lane): boolean {
  return lane === "full" && pages === 1 && lastCompleted === null;
}

/** Continues with date ranges, the newest first. Items without a date wait for the next full sync. */
function readNewestFirst(laneState: LaneState, { dates }: PageEnd, now: number): LaneState {
  const [oldestDate = null] = dates;
  const parts = rangesBackTo(oldestDate ?? now, now);
  const split = finerSplit(laneState.split, "dates");
  const order = { readBackTo: null, oldestDate, isNewestFirst: true };
  return { ...laneState, ...newPart, parts, split, ...order };
}

/** Reads the whole list in its order instead, because the platform ignores date ranges. */
function readInOrder(laneState: LaneState): LaneState {
  return { ...laneState, ...newPart, ...anyOrder, parts: [{}], split: "none" };
}

/** Ends a check at the end of the list. Checks start there again after the next full sync. */
function leaveListEnd(laneState: LaneState, now: number): LaneState {
  const without = { ...laneState, listEnd: null, listEndRejectedAt: now };
  return finish({ ...without, incomplete: true }, now);
}

function cursorProblemOf({ isRepeated, nextCursor }: PageEnd): CursorProblem | null {
  if (isRepeated) return { description: "returned the same cursor twice", mayHaveExpired: false };
  if (nextCursor !== null) return null;
  return { description: "reported more pages but no cursor", mayHaveExpired: false };
}

/** Starts over, splits, or skips the current part, whose cursor is broken. */
export function afterCursorProblem(
  laneState: LaneState,
  lane: Lane,
  { description, mayHaveExpired }: CursorProblem,
  middle: number | null,
  now: number,
): LaneState {
  const [part = {}, ...rest] = laneState.parts;
  if (laneState.isAtListEnd) return leaveListEnd(laneState, now);
  if (mayHaveExpired && !laneState.restarted) {
    const restarted = { ...laneState, ...newPart, restarted: true };
    return withProblem(restarted, recoveryMessage(description), now);
  }
  if (lane === "newItems") return skipPart(laneState, lane, description, now);
  // A date range that breaks before anything new would break at any length.
  const cannotSplitFurther =
    laneState.splitCount >= MAX_SPLITS || (isDateRange(part) && !laneState.foundNew);
  const result = cannotSplitFurther ? null : splitPart(part, middle, now);
  if (!result) return skipPart(laneState, lane, description, now);
  const splitState = {
    ...laneState,
    ...newPart,
    parts: [...result.parts, ...rest],
    split: finerSplit(laneState.split, result.split),
    splitCount: laneState.splitCount + 1,
  };
  return withProblem(splitState, recoveryMessage(description), now);
}

/** Skips the current part, which can't be read. */
export function skipPart(
  laneState: LaneState,
  lane: Lane,
  description: string,
  now: number,
): LaneState {
  return nextPart(markIncomplete(laneState, lane, description, now), now);
}

function nextPart(laneState: LaneState, now: number): LaneState {
  const [part, ...parts] = laneState.parts;
  if (parts.length === 0) return finish(laneState, now);
  const isRange = laneState.isNewestFirst && part?.source === undefined;
  const back = isRange ? (part?.from ?? laneState.readBackTo) : laneState.readBackTo;
  return { ...laneState, ...newPart, parts, readBackTo: back };
}

function finish(laneState: LaneState, now: number): LaneState {
  const { from, oldestSeen, split, pages, startedAt } = laneState;
  const finishedCount = laneState.finishedCount + 1;
  const finished = { ...laneState, ...newPart, startedAt: null, parts: [], finishedCount };
  if (laneState.incomplete || startedAt === null) {
    return { ...finished, incompleteCount: laneState.incompleteCount + 1 };
  }
  const lastCompleted = { startedAt, finishedAt: now, from, oldestSeen, split, pages };
  return { ...finished, lastCompleted, problem: null, misbehaved: 0, incompleteCount: 0 };
}

function markIncomplete(
  laneState: LaneState,
  lane: Lane,
  description: string,
  now: number,
): LaneState {
  const consequence =
    lane === "newItems"
      ? "so new feedback may be late. Your data is safe; Errata keeps checking."
      : "so some feedback may be missing or out of date. " +
        "Your data is safe; Errata keeps retrying at longer intervals.";
  const message = `The platform ${description}, ${consequence}`;
  return withProblem({ ...laneState, incomplete: true }, message, now);
}

function recoveryMessage(description: string): string {
  return (
    `The platform ${description}, so some feedback may be missing or out of date. ` +
    "Your data is safe; Errata is trying another way to read the feedback."
  );
}

function withProblem(laneState: LaneState, message: string, now: number): LaneState {
  const since = laneState.problem?.code === BROKEN ? laneState.problem.since : now;
  return { ...laneState, problem: { code: BROKEN, message, since } };
}

function finerSplit(one: Split, other: Split): Split {
  const order: Split[] = ["none", "filters", "dates"];
  return order[Math.max(order.indexOf(one), order.indexOf(other))] ?? other;
}

/**
 * Returns the scope in which two completed syncs of a lane would both have seen an existing item. A date
 * range counts from the oldest date that both returned, because the platform may read the request's as a
 * different instant.
 */
export function coverageOf(before: CompletedSync, after: CompletedSync): SyncCoverage {
  const ranges = [before, after].filter(({ from }) => from !== null);
  const edges = ranges.map(({ from, oldestSeen }) => {
    const edge = from ?? 0;
    return oldestSeen == null ? edge + DAY : Math.max(edge, oldestSeen);
  });
  const from = ranges.length === 0 ? null : Math.max(...edges);
  const splits = [before.split, after.split];
  return {
    since: before.startedAt,
    from,
    documentedOnly: splits.some((split) => split !== "none"),
    datedOnly: splits.includes("dates"),
  };
}
