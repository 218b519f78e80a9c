import "server-only";
import type { Selectable } from "kysely";
import { stripNul } from "../../database/dialect.ts";
import {
  deletedCount,
  isMostMissing,
  markDeleted,
  type SyncCoverage,
} from "../deletion/deleted.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import type { SyncTable } from "../schema/sync.ts";
import { deletedAmong } from "../write/deleted-items.ts";
import {
  type ExportPageChanges,
  type MirroredEntry,
  markObserved,
  upsertFeedback,
} from "../write/write.ts";
import { feedbackTransaction } from "../write/write-lock.ts";
import { dateOfRank, middleDate, newestDates } from "./dates.ts";
import { addSkippedItems, type RejectedEntry, releaseValid } from "./skipped-items.ts";
import {
  initialLane,
  type Lane,
  type LaneState,
  PROJECT_REJECTED,
  type SyncProblem,
} from "./state.ts";

export type SyncPhase = "backfill" | "following";

/** Sync state of a project; `sync` describes the fields. */
export interface SyncState {
  phase: SyncPhase;
  pagesRead: number;
  startedAt: number;
  backfilledAt: number | null;
  lastSuccessAt: number | null;
  /** When a failed project is retried; 0 if it didn't fail. */
  retryAt: number;
  problem: SyncProblem | null;
}

export type Lanes = Record<Lane, LaneState>;

/** Everything stored about a project's sync. */
export interface SyncRecord {
  state: SyncState;
  lanes: Lanes;
  /** Number of stored items. */
  items: number;
  refreshRequestedAt: number;
}

/** The project's state and the state of the one lane that a step changed. */
export interface SyncStep {
  state: SyncState;
  lane: Lane;
  laneState: LaneState;
}

/** A validated export page. */
export interface MirroredPage {
  entries: MirroredEntry[];
  rejected: RejectedEntry[];
  /** When the page was requested. */
  observedAt: number;
}

/**
 * Returns a page without data that must not be stored, and with its noise found. Called while no one else writes the
 * project's feedback.
 */
export type CleanPage = (trx: StoreQuery, page: MirroredPage) => Promise<MirroredPage>;

/** Milliseconds from the start of a first sync to its first check for new items. */
const FIRST_NEW_ITEMS_DELAY_MS = 60_000;

export type SyncStore = ReturnType<typeof createSyncStore>;

/**
 * Creates the store of the mirror's progress, which is kept next to the feedback.
 * @param confirmLease called first in every transaction that writes a step; see `Lease.confirm`
 * @param clean removes what must not be stored from each page
 */
export function createSyncStore(
  { query }: StoreDatabase,
  confirmLease: (trx: StoreQuery) => Promise<void> = async () => undefined,
  clean: CleanPage = async (_trx, page) => page,
) {
  return {
    /** Returns the project's record; for a new project, the record of a sync that starts `now`. */
    read: (projectId: string, now: number) => readRecord(query, projectId, now),

    /**
     * Stores an export page and the sync's next step in one transaction, so that the cursor is never
     * ahead of the feedback.
     * @param next computes the step from what the page changed
     */
    commitPage: (
      projectId: string,
      page: MirroredPage,
      next: (changes: ExportPageChanges) => SyncStep,
    ): Promise<ExportPageChanges> =>
      feedbackTransaction(query, projectId, async (trx) => {
        await confirmLease(trx);
        const { entries, observedAt, ...cleaned } = await clean(trx, page);
        const rejected = await notDeleted(trx, projectId, cleaned.rejected);
        const changes = await upsertFeedback(trx, projectId, entries, observedAt);
        await releaseValid(trx, projectId, entries);
        await addSkippedItems(trx, projectId, rejected, observedAt);
        // An entry that can't be read anymore still exists on the platform.
        const existing = rejected.flatMap(({ entryId }) => entryId ?? []);
        await markObserved(trx, projectId, existing, observedAt);
        await writeStep(trx, projectId, next(changes), changes.added);
        return changes;
      }),

    /** Stores a step without an export page. */
    write: (projectId: string, step: SyncStep): Promise<void> =>
      query.transaction().execute(async (trx) => {
        await confirmLease(trx);
        await writeStep(trx, projectId, step, 0);
      }),

    /** Asks the process that holds the lease to check for new items. Steps don't overwrite it. */
    requestRefresh: async (projectId: string, at: number): Promise<void> => {
      await query
        .updateTable("sync")
        .set({ asked_at: at })
        .where("project_id", "=", projectId)
        .execute();
    },

    rejectedProjects: () => rejectedProjects(query),
    newestDates: newestDates.bind(null, query),
    dateOfRank: dateOfRank.bind(null, query),
    middleDate: middleDate.bind(null, query),
    markDeleted: (projectId: string, coverage: SyncCoverage, now: number) =>
      markDeleted(query, projectId, coverage, now, confirmLease),
    isMostMissing: isMostMissing.bind(null, query),
    deletedCount: deletedCount.bind(null, query),
  };
}

/** Returns the projects that the platform rejected when they were last synced. */
async function rejectedProjects(query: StoreQuery): Promise<Set<string>> {
  const rows = await query
    .selectFrom("sync")
    .select("project_id")
    .where("error_code", "=", PROJECT_REJECTED)
    .execute();
  return new Set(rows.map((row) => row.project_id));
}

/** Leaves out unreadable entries whose items someone deleted. */
export async function notDeleted(
  trx: StoreQuery,
  projectId: string,
  rejected: RejectedEntry[],
): Promise<RejectedEntry[]> {
  const ids = rejected.flatMap(({ entryId }) => entryId ?? []);
  const deleted = await deletedAmong(trx, projectId, ids);
  return rejected.filter(({ entryId }) => entryId === null || !deleted.has(entryId));
}

async function readRecord(query: StoreQuery, projectId: string, now: number): Promise<SyncRecord> {
  const row = await query
    .selectFrom("sync")
    .selectAll()
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const rows = await query
    .selectFrom("sync_lane")
    .select(["lane", "state"])
    .where("project_id", "=", projectId)
    .execute();
  const states = new Map(rows.map(({ lane, state }) => [lane, state]));
  const state = row ? stateOf(row) : initialSyncState(now);
  const laneOf = (lane: Lane): LaneState => {
    // Version 1.0.0 stored `reachedOlderItems` as `isPassed`.
    const { isPassed, ...stored }: Partial<LaneState> & { isPassed?: boolean } = JSON.parse(
      states.get(lane) ?? "{}",
    );
    const delay = lane === "newItems" ? FIRST_NEW_ITEMS_DELAY_MS : 0;
    const reachedOlderItems = isPassed ?? false;
    return { ...initialLane(state.startedAt + delay), reachedOlderItems, ...stored };
  };
  return {
    state,
    lanes: { newItems: laneOf("newItems"), recent: laneOf("recent"), full: laneOf("full") },
    items: row?.entries ?? 0,
    refreshRequestedAt: row?.asked_at ?? 0,
  };
}

/** Returns the state of a project that was never synced. */
export function initialSyncState(now: number): SyncState {
  return {
    phase: "backfill",
    pagesRead: 0,
    startedAt: now,
    backfilledAt: null,
    lastSuccessAt: null,
    retryAt: 0,
    problem: null,
  };
}

function writeStep(
  trx: StoreQuery,
  projectId: string,
  { state, lane, laneState }: SyncStep,
  added: number,
): Promise<void> {
  return writeProgress(trx, projectId, { state, lane, json: JSON.stringify(laneState) }, added);
}

/**
 * Stores a project's state and the JSON of one lane, or of its change feed.
 * @param added new items in the same transaction
 */
export async function writeProgress(
  trx: StoreQuery,
  projectId: string,
  { state, lane, json }: { state: SyncState; lane: string; json: string },
  added: number,
): Promise<void> {
  const columns = columnsOf(state);
  await trx
    .insertInto("sync")
    .values({ project_id: projectId, entries: added, ...columns })
    .onConflict((conflict) =>
      conflict
        .column("project_id")
        .doUpdateSet((eb) => ({ ...columns, entries: eb("sync.entries", "+", added) })),
    )
    .execute();
  await trx
    .insertInto("sync_lane")
    .values({ project_id: projectId, lane, state: json })
    .onConflict((conflict) => conflict.columns(["project_id", "lane"]).doUpdateSet({ state: json }))
    .execute();
}

function columnsOf(state: SyncState) {
  return {
    phase: state.phase,
    pages_read: state.pagesRead,
    started_at: state.startedAt,
    backfilled_at: state.backfilledAt,
    last_success_at: state.lastSuccessAt,
    next_at: state.retryAt,
    error_code: state.problem?.code ?? null,
    error_message: state.problem ? stripNul(state.problem.message) : null,
    error_since: state.problem?.since ?? null,
  };
}

/** Returns the state that a row of `sync` holds. */
export function stateOf(row: Selectable<SyncTable>): SyncState {
  const { error_code: code, error_message: message, error_since: since } = row;
  return {
    phase: row.phase === "following" ? "following" : "backfill",
    pagesRead: row.pages_read,
    startedAt: row.started_at,
    backfilledAt: row.backfilled_at,
    lastSuccessAt: row.last_success_at,
    retryAt: row.next_at,
    problem: code !== null && message !== null && since !== null ? { code, message, since } : null,
  };
}
