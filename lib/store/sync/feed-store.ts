import "server-only";
import { isMostMissing, markDeleted, markItemsDeleted } from "../deletion/deleted.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { type FeedReading, upsertFeedback } from "../write/write.ts";
import { feedbackTransaction } from "../write/write-lock.ts";
import { addSkippedItems, releaseValid } from "./skipped-items.ts";
import { type FeedState, INITIAL_FEED } from "./state.ts";
import {
  type CleanPage,
  initialSyncState,
  type MirroredPage,
  notDeleted,
  type SyncState,
  stateOf,
  writeProgress,
} from "./store.ts";

/** The stored progress of reading a project's change feed. */
export interface FeedRecord {
  state: SyncState;
  feed: FeedState;
  /** Number of stored items. */
  items: number;
}

/** Validated changes, in the order of the feed. */
export interface FeedBatch extends MirroredPage, FeedReading {
  /** IDs of deleted entries. */
  deleted: string[];
}

export type FeedStore = ReturnType<typeof createFeedStore>;

/** The name of the feed's row among the lanes. */
const FEED = "feed";

/**
 * Creates the store of the progress of reading change feeds, which is kept next to the feedback.
 * @param confirmLease called first in every transaction; see `Lease.confirm`
 * @param clean removes data that must not be stored from each batch
 */
export function createFeedStore(
  { query }: StoreDatabase,
  confirmLease: (trx: StoreQuery) => Promise<void> = async () => undefined,
  clean: CleanPage = async (_trx, page) => page,
) {
  return {
    /** Returns the project's record; for a new project, the record of a sync that starts `now`. */
    read: async (projectId: string, now: number): Promise<FeedRecord> => {
      const row = await query
        .selectFrom("sync")
        .selectAll()
        .where("project_id", "=", projectId)
        .executeTakeFirst();
      const feed = await storedFeed(query, projectId);
      return {
        state: row ? stateOf(row) : initialSyncState(now),
        feed: feed ?? INITIAL_FEED,
        items: row?.entries ?? 0,
      };
    },

    /**
     * Stores changes and how far the feed has been read in one transaction, so that nothing is skipped
     * or counted twice, whenever the process ends.
     * @returns null if items were removed since `next.feed` was read: nothing is stored, or they would come back
     */
    commit: (
      projectId: string,
      batch: FeedBatch,
      next: { state: SyncState; feed: FeedState },
    ): Promise<{ added: number; changed: number } | null> =>
      feedbackTransaction(query, projectId, async (trx) => {
        await confirmLease(trx);
        const stored = await storedFeed(trx, projectId);
        if ((stored?.removals ?? 0) !== (next.feed.removals ?? 0)) return null;
        const { entries, observedAt, ...cleaned } = await clean(trx, batch);
        const rejected = await notDeleted(trx, projectId, cleaned.rejected);
        const changes = await upsertFeedback(trx, projectId, entries, observedAt, batch);
        await releaseValid(trx, projectId, entries);
        await addSkippedItems(trx, projectId, rejected, observedAt);
        await markItemsDeleted(trx, projectId, batch.deleted, observedAt);
        const progress = { state: next.state, lane: FEED, json: JSON.stringify(next.feed) };
        await writeProgress(trx, projectId, progress, changes.added);
        return changes;
      }),

    /**
     * Marks the items as deleted that a reading of the whole feed, begun at `since`, didn't return.
     * @returns the number of items that were marked; null if they are more than half, which happens
     *   when the data folder was used with another platform, and none was marked
     */
    markMissing: async (projectId: string, since: number, now: number): Promise<number | null> => {
      const everything = { since, from: null, documentedOnly: false, datedOnly: false };
      if (await isMostMissing(query, projectId, everything)) return null;
      return markDeleted(query, projectId, everything, now, confirmLease);
    },
  };
}

async function storedFeed(query: StoreQuery, projectId: string): Promise<FeedState | null> {
  const stored = await query
    .selectFrom("sync_lane")
    .select("state")
    .where("project_id", "=", projectId)
    .where("lane", "=", FEED)
    .executeTakeFirst();
  return stored ? JSON.parse(stored.state) : null;
}

/**
 * Invalidates batches that are being read, so that they aren't stored. Called with `lockFeedbackWrites`
 * before a project's items are removed.
 */
export async function recordRemoval(trx: StoreQuery, projectId: string): Promise<void> {
  const feed = (await storedFeed(trx, projectId)) ?? INITIAL_FEED;
  const state = JSON.stringify({ ...feed, removals: (feed.removals ?? 0) + 1 });
  await trx
    .insertInto("sync_lane")
    .values({ project_id: projectId, lane: FEED, state })
    .onConflict((conflict) => conflict.columns(["project_id", "lane"]).doUpdateSet({ state }))
    .execute();
}
