import "server-only";
import { DAY } from "../contract/platform/vocabulary.ts";
import type { SyncCoverage } from "../store/feedback/deleted.ts";
import type { ExportPageChanges } from "../store/feedback/write.ts";
import type { CursorTrouble, Lane, Part, Split, Walk, WholeWalk } from "../store/sync/state.ts";
import { isWindow, splitPart } from "./parts.ts";

// A walk through the export, or a part of it, as pure functions from one state to the next. What is
// read stays read: whatever becomes of a walk, it only ever adds. A walk of which any part was given
// up never says that something is gone.

/** Pages in a row without anything new to a part after which it is taken to have no end. */
const MOST_IDLE = 50;
/** Pages of one walk: a hundred entries each, more than the mirror is made for. */
const MOST_PAGES: Record<Lane, number> = { head: 1_000, told: 20_000, recent: 1_000, full: 20_000 };
const MOST_CUTS = 300;

const BROKEN = "cursor_broken";

/** What a page says of where to go on. */
export interface PageTurn {
  nextCursor: string | null;
  hasMore: boolean;
  /** Whether the cursor is one that this part has already followed. */
  repeated: boolean;
  /** Whether the page holds entries from before the walk's window: then the filter was not heeded. */
  outside: boolean;
}

/** @param part of the export that the walk is about */
export function begin(walk: Walk, part: Part, now: number): Walk {
  const from = part.from ?? null;
  const start = { startedAt: now, triedAt: now, from, parts: [part], pages: 0, cuts: 0 };
  return { ...walk, ...start, ...partStart, partAt: now, split: "none", incomplete: false };
}

const unread = { idle: 0, progress: false, trouble: null };
const partStart = { partAt: null, cursor: null, again: false, ...unread };

export function afterPage(
  walk: Walk,
  lane: Lane,
  page: PageTurn,
  changes: ExportPageChanges,
  now: number,
): Walk {
  const isNew = (since: number | null) =>
    changes.previouslyObservedAt.some((met) => met < (since ?? now));
  const read: Walk = {
    ...walk,
    pages: walk.pages + 1,
    idle: isNew(walk.partAt) ? 0 : walk.idle + 1,
    progress: walk.progress || isNew(walk.startedAt),
    failures: 0,
    failingSince: null,
    problem: walk.problem?.code === BROKEN ? walk.problem : null,
  };
  if (!page.hasMore) return nextPart(read, now);
  // The newest come first, as is usual, or else nothing can be told from a list that is not ours.
  if (page.outside && changes.added + changes.changed === 0) {
    return nextPart({ ...read, incomplete: true }, now);
  }
  if (read.pages >= MOST_PAGES[lane]) {
    return end(givenUp(read, `goes on after ${read.pages} pages`, now), now);
  }
  if (read.idle >= MOST_IDLE) {
    return withoutPart(read, `gave ${read.idle} pages in a row without anything new`, now);
  }
  const trouble = troubleOf(page);
  return trouble ? { ...read, trouble } : { ...read, cursor: page.nextCursor };
}

function troubleOf(page: PageTurn): CursorTrouble | null {
  if (page.repeated) return { what: "named a page twice", mayBeAge: false };
  if (page.nextCursor !== null) return null;
  return { what: "named no next page where there is one", mayBeAge: false };
}

/** The walk once its part at hand, which is in trouble, was begun again, cut, or given up. */
export function afterTrouble(
  walk: Walk,
  trouble: CursorTrouble,
  middle: number | null,
  now: number,
): Walk {
  const [part = {}, ...rest] = walk.parts;
  if (trouble.mayBeAge && !walk.again) {
    return withProblem({ ...walk, ...partStart, again: true }, recovering(trouble.what), now);
  }
  // A window that breaks before it reaches anything new breaks however narrow it is.
  const hopeless = walk.cuts >= MOST_CUTS || (isWindow(part) && !walk.progress);
  const cut = hopeless ? null : splitPart(part, middle, now);
  if (cut) {
    const cutWalk = {
      ...walk,
      ...partStart,
      parts: [...cut.parts, ...rest],
      split: finest(walk.split, cut.split),
      cuts: walk.cuts + 1,
    };
    return withProblem(cutWalk, recovering(trouble.what), now);
  }
  return withoutPart(walk, trouble.what, now);
}

/** The walk without its part at hand, which the platform does not give. */
export function withoutPart(walk: Walk, what: string, now: number): Walk {
  return nextPart(givenUp(walk, what, now), now);
}

function nextPart(walk: Walk, now: number): Walk {
  const [, ...parts] = walk.parts;
  return parts.length === 0 ? end(walk, now) : { ...walk, ...partStart, parts };
}

function end(walk: Walk, now: number): Walk {
  const { from, split, pages, startedAt, revision } = walk;
  const over = { ...walk, ...partStart, startedAt: null, parts: [], ended: walk.ended + 1 };
  if (walk.incomplete || startedAt === null) return over;
  return {
    ...over,
    last: { startedAt, finishedAt: now, from, split, pages, revision },
    problem: null,
  };
}

function givenUp(walk: Walk, what: string, now: number): Walk {
  const message =
    `The platform ${what}, so some feedback may be missing or out of date. Nothing that was read ` +
    "is lost; it is tried again with the next walk through it.";
  return withProblem({ ...walk, incomplete: true }, message, now);
}

function recovering(what: string): string {
  return (
    `The platform ${what}, so its feedback is read in another way. Nothing that was read is lost; ` +
    "until that is done, some may be missing or out of date."
  );
}

function withProblem(walk: Walk, message: string, now: number): Walk {
  const since = walk.problem?.code === BROKEN ? walk.problem.since : now;
  return { ...walk, problem: { code: BROKEN, message, since } };
}

function finest(one: Split, other: Split): Split {
  const order: Split[] = ["none", "kinds", "dates"];
  return order[Math.max(order.indexOf(one), order.indexOf(other))] ?? other;
}

/**
 * What two whole walks of a lane would both have met, had it been there. Near the edge of a window
 * nothing is said, as a date without a zone may mean another instant to the platform.
 */
export function coverageOf(before: WholeWalk, after: WholeWalk): SyncCoverage {
  const edges = [before.from, after.from].filter((from) => from !== null);
  const splits = [before.split, after.split];
  return {
    since: before.startedAt,
    from: edges.length === 0 ? null : Math.max(...edges) + DAY,
    documentedOnly: splits.some((split) => split !== "none"),
    datedOnly: splits.includes("dates"),
  };
}
