import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { FeedStatus } from "../contract/api/sync.ts";
import type { Log } from "../log.ts";
import type { FeedBatch, FeedRecord, FeedStore } from "../store/sync/feed-store.ts";
import type { SkippedItems } from "../store/sync/skipped-items.ts";
import { type FeedState, INITIAL_FEED } from "../store/sync/state.ts";
import type { SyncState, SyncStore } from "../store/sync/store.ts";
import type { StatusWrites } from "../store/write/status-writes.ts";
import { parseEntries } from "./export/export-page.ts";
import type { FeedbackSource } from "./source.ts";

/** The latest change of an entry on the platform. */
export interface Change {
  /** Unique within the project. Later changes have higher revisions. */
  revision: number;
  id: string;
  /** JSON text; null if the entry was deleted. */
  entry: string | null;
  /** Whether the team's status was written to the entry. */
  isTeamStatus: boolean;
  /** The reasons that the reader chose beside the entry. */
  reasons: readonly string[];
}

/** A platform that reports what changed. No requests are counted, because it runs in this process. */
export interface ChangeFeed {
  /** Returns what changed after a revision, in order: everything if there are fewer than `limit`. */
  changes(projectId: string, afterRevision: number, limit: number): Promise<Change[]>;
  /** Returns the revision of the latest change; 0 if nothing ever changed. */
  latestRevision(projectId: string): Promise<number>;
}

/** Milliseconds between two checks for changes. Each takes three lookups by key. */
const IDLE_DELAY_MS = 500;
/** Changes per transaction. Small, so that people's changes don't wait long for the lock. */
const CHANGES_PER_TRANSACTION = 500;
/** Entries that are parsed before other work gets a turn. */
const ENTRIES_PER_SLICE = 50;

interface Idle {
  /** The latest revision when nothing was left to read. */
  revision: number;
  /** When that was found; stored with the next change. */
  at: number;
}

interface FeedOptions {
  feed: ChangeFeed;
  store: FeedStore;
  sync: Pick<SyncStore, "deletedCount">;
  skippedItems: SkippedItems;
  /** Null if statuses aren't written. */
  statusWrites?: StatusWrites | null;
  clock: Clock;
  log: Log;
}

/** Creates the source that reads a change feed. */
export function createFeedSource(options: FeedOptions): FeedbackSource<FeedStatus> {
  const { feed, store, statusWrites, clock } = options;
  /** The last state in which nothing was left to read, by project. */
  const idle = new Map<string, Idle>();
  return {
    idleDelay: IDLE_DELAY_MS,

    reset: () => idle.clear(),

    step: async (projectId) => {
      // Records may be left from a process that ended or failed. One process at a time reads the
      // feed.
      await statusWrites?.write(projectId);
      const readAt = clock.now();
      const latest = await feed.latestRevision(projectId);
      const known = idle.get(projectId);
      if (known?.revision === latest) {
        known.at = readAt;
        return false;
      }
      const record = await store.read(projectId, readAt);
      const read = startOf(record.feed, latest, readAt);
      if (latest > read.revision) {
        const caughtUpAt = known?.at ?? read.caughtUpAt;
        const from = { ...record, feed: { ...read, caughtUpAt } };
        await storeChanges(options, projectId, from, readAt);
        return true;
      }
      if (read.startedAt === null && record.state.phase === "following") {
        idle.set(projectId, { revision: latest, at: readAt });
        return false;
      }
      await finish(options, projectId, { ...record, feed: read }, readAt);
      return true;
    },

    status: (projectId, { storeProblem }) =>
      statusOf(options, projectId, storeProblem, idle.get(projectId)?.at ?? 0),

    refresh: async () => {
      // Ending the wait is enough: the next round reads the feed.
    },
  };
}

/** Stores some of the changes after those that were read. */
async function storeChanges(
  { feed, store, clock, log }: FeedOptions,
  projectId: string,
  { state, feed: read }: FeedRecord,
  readAt: number,
): Promise<void> {
  const changes = await feed.changes(projectId, read.revision, CHANGES_PER_TRANSACTION);
  const batch = await batchOf(changes, read.caughtUpAt, readAt);
  if (batch.rejected.length > 0) {
    log.warn({ projectId, rejected: batch.rejected.length }, "unreadable entries skipped");
  }
  const stored = await store.commit(projectId, batch, {
    state: afterSuccess(state, false, clock.now()),
    feed: { ...read, revision: changes.at(-1)?.revision ?? read.revision },
  });
  if (stored === null) return;
  log.debug({ projectId, ...stored, deleted: batch.deleted.length }, "changes synced");
}

/**
 * Records that everything was read. After a reading from the start, marks the items that it didn't
 * return.
 */
async function finish(
  { store, clock, log }: FeedOptions,
  projectId: string,
  { state, feed: read }: FeedRecord,
  readAt: number,
): Promise<void> {
  if (read.startedAt !== null) {
    const marked = await store.markMissing(projectId, read.startedAt, clock.now());
    if (marked === null)
      log.warn({ projectId }, "most items are from another platform; keeping them");
    else if (marked > 0) log.info({ projectId, marked }, "items deleted on the platform");
  }
  await store.commit(projectId, emptyBatch(readAt), {
    state: afterSuccess(state, true, clock.now()),
    feed: { ...read, startedAt: null, caughtUpAt: readAt },
  });
}

/** @param idleAt when this process last found nothing to read */
async function statusOf(
  { feed, store, sync, skippedItems, clock }: FeedOptions,
  projectId: string,
  storeProblem: FeedStatus["problem"],
  idleAt: number,
): Promise<FeedStatus> {
  const now = clock.now();
  const { state, feed: read, items } = await store.read(projectId, now);
  const changesLeft = Math.max(0, (await feed.latestRevision(projectId)) - read.revision);
  const isUpToDate = changesLeft === 0 && storeProblem === null;
  const knownAt = Math.max(state.lastSuccessAt ?? 0, idleAt);
  return {
    source: "feed",
    phase: state.phase,
    items,
    deleted: await sync.deletedCount(projectId),
    quarantined: await skippedItems.count(projectId),
    lastSuccessAt: isUpToDate ? now : knownAt || null,
    problem: storeProblem,
    revision: read.revision,
    changesLeft,
  };
}

/**
 * Returns where to continue: from the start if nothing was read yet, or if the feed is behind, because
 * the platform's database was replaced by an older one.
 */
function startOf(feed: FeedState, latest: number, now: number): FeedState {
  const isNew = feed.revision === 0 && feed.startedAt === null && feed.caughtUpAt === null;
  if (!isNew && feed.revision <= latest) return feed;
  return { ...INITIAL_FEED, startedAt: now, removals: feed.removals ?? 0 };
}

function emptyBatch(observedAt: number): FeedBatch {
  const nothing = { entries: [], rejected: [], deleted: [], teamStatuses: new Set<string>() };
  return { ...nothing, unchangedUntil: null, observedAt };
}

async function batchOf(
  changes: readonly Change[],
  unchangedUntil: number | null,
  observedAt: number,
): Promise<FeedBatch> {
  const batch = { ...emptyBatch(observedAt), unchangedUntil };
  const teamStatuses = new Set<string>();
  const reasonsOf = new Map(changes.map(({ id, reasons }) => [id, reasons]));
  for (let start = 0; start < changes.length; start += ENTRIES_PER_SLICE) {
    const values: unknown[] = [];
    for (const { id, entry, isTeamStatus } of changes.slice(start, start + ENTRIES_PER_SLICE)) {
      if (entry === null) batch.deleted.push(id);
      else values.push(JSON.parse(entry));
      if (isTeamStatus) teamStatuses.add(id);
    }
    const { entries, rejected } = parseEntries(values);
    for (const each of entries) {
      batch.entries.push({ ...each, reasons: reasonsOf.get(each.entry.id) ?? [] });
    }
    batch.rejected.push(...rejected);
    await yieldToEventLoop();
  }
  return { ...batch, teamStatuses };
}

function afterSuccess(state: SyncState, isComplete: boolean, now: number): SyncState {
  return {
    ...state,
    phase: isComplete ? "following" : state.phase,
    backfilledAt: state.backfilledAt ?? (isComplete ? now : null),
    lastSuccessAt: now,
    retryAt: 0,
    problem: null,
  };
}
