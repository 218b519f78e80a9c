import "server-only";

/**
 * What a mirror's requests are for: what is new, what the platform told of, the newest thousands
 * again, or everything.
 */
export const LANES = ["head", "told", "recent", "full"] as const;
export type Lane = (typeof LANES)[number];

export interface SyncProblem {
  code: string;
  /** For a person: what happened and what to do. */
  message: string;
  since: number;
}

/** A part of the export that the interface can be asked for. Instants are epoch milliseconds. */
export interface Part {
  source?: string;
  status?: string;
  from?: number;
  /** Exclusive. */
  to?: number;
}

/**
 * How finely a walk was cut because a cursor broke: not at all, by source and status, by dates. The
 * splitPart, the less it can reach: no unknown source or status, then no entry without a date.
 */
export type Split = "none" | "kinds" | "dates";

/** A cursor that leads nowhere. */
export interface CursorTrouble {
  /** What the platform did, to follow "The platform". */
  what: string;
  /** Whether a cursor of its own may just have become too old, so that the same may work again. */
  mayBeAge: boolean;
}

/** A walk that read all that it set out to read. */
export interface WholeWalk {
  startedAt: number;
  finishedAt: number;
  from: number | null;
  split: Split;
  pages: number;
  /** The walk's. */
  revision?: number;
}

/** Where a project's walk of one lane is. Kept as JSON, in one transaction with what it brought. */
export interface Walk {
  /** Null between two walks. */
  startedAt: number | null;
  /** The oldest date that the walk is about; null where it is about everything. */
  from: number | null;
  /** What is left to read, beginning with the part at hand. */
  parts: Part[];
  /** When the first page of the part at hand was asked for. */
  partAt: number | null;
  /** Where the part at hand goes on; null at its start. */
  cursor: string | null;
  /** Whether the part at hand was begun a second time. */
  again: boolean;
  pages: number;
  /** Whether the part at hand brought anything that the walk had not met before. */
  progress: boolean;
  /** How often the walk was cut. */
  cuts: number;
  /** Pages in a row that brought nothing which this part had not met before. */
  idle: number;
  split: Split;
  /** Whether a part was given up, so that absence from this walk means nothing. */
  incomplete: boolean;
  /** Why the part at hand cannot be read to its end as it is; the next step cuts it, or begins it again. */
  trouble: CursorTrouble | null;
  /** Failures in a row at the page at hand, and since when. */
  failures: number;
  failingSince: number | null;
  /** When the newest attempt began that somebody who asked for news may count as an answer. */
  triedAt: number;
  nextAt: number;
  /** What the platform had told when the newest walk began, where it tells anything; see news.ts. */
  revision: number;
  /** Walks that came to an end, whole or not. */
  ended: number;
  /** The newest whole walk. */
  last: WholeWalk | null;
  /** What is wrong with this walk alone. */
  problem: SyncProblem | null;
}

/** A lane in which nothing has happened yet. */
export function initialWalk(nextAt: number): Walk {
  return {
    startedAt: null,
    from: null,
    parts: [],
    partAt: null,
    cursor: null,
    again: false,
    pages: 0,
    progress: false,
    cuts: 0,
    idle: 0,
    split: "none",
    incomplete: false,
    trouble: null,
    failures: 0,
    failingSince: null,
    triedAt: 0,
    nextAt,
    revision: 0,
    ended: 0,
    last: null,
    problem: null,
  };
}
