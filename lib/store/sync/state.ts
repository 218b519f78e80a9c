import "server-only";
import { PAGE_LIMIT } from "../../contract/platform/vocabulary.ts";

/**
 * The kinds of work that share a project's requests to a platform's export: new items, the newest few
 * thousand items again, and everything.
 */
export const LANES = ["newItems", "recent", "full"] as const;
export type Lane = (typeof LANES)[number];

export interface SyncProblem {
  code: string;
  /** The problem and the remedy, for display. */
  message: string;
  since: number;
  /** When Errata acts on it, if that time is known. */
  dueAt?: number;
}

/** Code of the problem that the platform doesn't have a project or doesn't allow access to it. */
export const PROJECT_REJECTED = "project_rejected";

/** A part of the export, as filters of the platform's list operation. Epoch milliseconds. */
export interface Part {
  source?: string;
  status?: string;
  from?: number;
  /** Exclusive. */
  to?: number;
}

/**
 * How a sync was split after a broken cursor. A finer split reaches less: "filters" (by source and
 * status) misses unknown sources and statuses, "dates" also misses entries without a date.
 */
export type Split = "none" | "filters" | "dates";

/** A cursor that can't be followed any further. */
export interface CursorProblem {
  /** The platform's mistake, as the end of a sentence that starts with "The platform". */
  description: string;
  /** Whether the cursor may only have expired, so that starting over can work. */
  mayHaveExpired: boolean;
}

/** A sync that read everything it was meant to read. */
export interface CompletedSync {
  startedAt: number;
  finishedAt: number;
  from: number | null;
  /** The oldest date that it returned; null if it returned none. */
  oldestSeen?: number | null;
  split: Split;
  pages: number;
}

/** The last page of a list that is sorted oldest first. New items appear on it and behind it. */
export interface ListEnd {
  /** The cursor that returned the page. */
  cursor: string;
  readAt: number;
}

/** Progress of one lane of a project. Stored as JSON in the same transaction as the feedback. */
export interface LaneState {
  /** Null while no sync is running. */
  startedAt: number | null;
  /** The oldest date in scope; null if everything is. */
  from: number | null;
  /** Parts still to read, starting with the current one. */
  parts: Part[];
  /** When the first export page of the current part was requested. */
  partStartedAt: number | null;
  /** Where the current part continues; null at its start. */
  cursor: string | null;
  /** Whether the current part was started over. */
  restarted: boolean;
  pages: number;
  /** Export pages of the latest sync without new items. A check for new items usually has one. */
  knownPages: number;
  /** Whether the current part returned anything that this sync hadn't seen. */
  foundNew: boolean;
  /** How often this sync was split. */
  splitCount: number;
  /** Consecutive export pages without anything new to the current part. */
  idlePages: number;
  /** Consecutive export pages without entries, up to the latest one. */
  emptyPages: number;
  split: Split;
  /**
   * Export pages on which the platform broke the interface: more pages but no cursor, the same cursor
   * again, or nothing new. Kept until a sync completes, so that the next one is careful.
   */
  misbehaved: number;
  /** Incomplete syncs in a row. */
  incompleteCount: number;
  /** Entries to request per export page; fewer around a page that is too large. */
  limit: number;
  /** The oldest date that this sync has returned so far. */
  oldestSeen: number | null;
  /** Every dated item newer than this was read; null if the list is in no order. */
  readBackTo: number | null;
  /** The oldest date in the list, which only a list sorted oldest first shows early. */
  oldestDate: number | null;
  /** Whether the parts are date ranges from the newest to the oldest, for a list sorted oldest first. */
  isNewestFirst: boolean;
  /** Whether the dates that the current part has returned so far are sorted oldest first. */
  isAscending: boolean;
  /** The end of the whole list as last read; null if it has one page or isn't sorted oldest first. */
  listEnd: ListEnd | null;
  /** Whether this sync started at `listEnd`. Only in `newItems`, like the next two. */
  isAtListEnd: boolean;
  /** When the platform rejected the cursor of `listEnd`; 0 if it never did. */
  listEndRejectedAt: number;
  /** Whether the platform lists its oldest items first, whatever dates a request asks for. */
  ignoresDates: boolean;
  /** Whether a check met older items than it asked for on a list sorted newest first: dates are ignored. */
  reachedOlderItems: boolean;
  /** Whether a part was skipped, so that missing items prove nothing. */
  incomplete: boolean;
  /** Why the current part can't continue. The next step splits it or starts it over. */
  cursorProblem: CursorProblem | null;
  /** Consecutive failures on the current export page, and when they started. */
  failures: number;
  failingSince: number | null;
  /** When the latest attempt started that answers a refresh request. */
  lastAttemptAt: number;
  nextAt: number;
  /** Syncs that ended, complete or not. */
  finishedCount: number;
  lastCompleted: CompletedSync | null;
  /** Since when completed syncs have missed more than half of the items; null if they don't. */
  mostMissingSince: number | null;
  /** A problem of this lane only. */
  problem: SyncProblem | null;
}

/** Returns the state of a lane that hasn't run yet. */
export function initialLane(nextAt: number): LaneState {
  return {
    startedAt: null,
    from: null,
    parts: [],
    partStartedAt: null,
    cursor: null,
    restarted: false,
    pages: 0,
    knownPages: 0,
    foundNew: false,
    splitCount: 0,
    idlePages: 0,
    emptyPages: 0,
    split: "none",
    misbehaved: 0,
    incompleteCount: 0,
    limit: PAGE_LIMIT.maximum,
    oldestSeen: null,
    readBackTo: null,
    oldestDate: null,
    isNewestFirst: false,
    isAscending: true,
    listEnd: null,
    isAtListEnd: false,
    listEndRejectedAt: 0,
    ignoresDates: false,
    reachedOlderItems: false,
    incomplete: false,
    cursorProblem: null,
    failures: 0,
    failingSince: null,
    lastAttemptAt: 0,
    nextAt,
    finishedCount: 0,
    lastCompleted: null,
    mostMissingSince: null,
    problem: null,
  };
}

/** How far a project's change feed has been read. Stored as JSON in the same transaction as the feedback. */
export interface FeedState {
  /** Revision of the latest stored change. */
  revision: number;
  /** When the reading of the whole feed that is running began; null once it's complete. */
  startedAt: number | null;
  /** When there was nothing left to read. Whatever changed since then did so later. */
  caughtUpAt: number | null;
  /** How often items were removed here. What was read before a removal isn't stored after it. */
  removals?: number;
}

/** The state of a feed that wasn't read yet. */
export const INITIAL_FEED: FeedState = { revision: 0, startedAt: null, caughtUpAt: null };
