import "server-only";
import type { Kysely, Selectable } from "kysely";
import { stripNul } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import { deletedCount, markDeleted, type SyncCoverage } from "../feedback/deleted.ts";
import {
  type ExportPageChanges,
  type MirroredEntry,
  markObserved,
  upsertFeedback,
} from "../feedback/write.ts";
import type { StoreSchema, SyncTable } from "../schema.ts";
import { dateOfRank, middleDate, newestDates } from "./dates.ts";
import { keepRejected, type RejectedEntry, releaseSound } from "./quarantine.ts";
import { initialWalk, type Lane, type Part, type SyncProblem, type Walk } from "./state.ts";

export type SyncPhase = "backfill" | "following";

/** How a project's mirror does; the fields are described at `SyncTable`. */
export interface SyncState {
  phase: SyncPhase;
  pagesRead: number;
  startedAt: number;
  backfilledAt: number | null;
  lastSuccessAt: number | null;
  restUntil: number;
  problem: SyncProblem | null;
}

export type Walks = Record<Lane, Walk>;

/** Everything that is kept of a project's mirror. */
export interface SyncRecord {
  state: SyncState;
  walks: Walks;
  /** Entries of the project in the store. */
  entries: number;
  askedAt: number;
}

/** The state and the one walk that a step has moved on. */
export interface SyncStep {
  state: SyncState;
  lane: Lane;
  walk: Walk;
}

/** A page of the export, sorted out. */
export interface MirroredPage {
  entries: MirroredEntry[];
  rejected: RejectedEntry[];
  /** When it was asked for. */
  observedAt: number;
}

export interface SyncStore {
  /** What is kept of the project; as it begins at `now` where nothing is. */
  read(projectId: string, now: number): Promise<SyncRecord>;
  /**
   * Keeps a page's entries and where reading goes on, both or neither, so that the cursor is never
   * ahead of the entries. `next` learns what the page changed before it says where to go on.
   */
  commitPage(
    projectId: string,
    page: MirroredPage,
    next: (changes: ExportPageChanges) => SyncStep,
  ): Promise<ExportPageChanges>;
  /** Keeps a step that brought no page. */
  write(projectId: string, step: SyncStep): Promise<void>;
  /** Asks whoever mirrors the project for a look at what is new. No page committed undoes it. */
  ask(projectId: string, at: number): Promise<void>;
  /** Dates of the newest entries that have one, the newest first. */
  newestDates(projectId: string, most: number): Promise<number[]>;
  /** The date of the `rank`-th newest entry; null where fewer have a date. */
  dateOfRank(projectId: string, rank: number): Promise<number | null>;
  /** The date that divides the known entries of a part in two; null where none has a date. */
  middleDate(projectId: string, part: Part): Promise<number | null>;
  /** Marks what two whole walks have missed as gone; see gone.ts. */
  markDeleted(projectId: string, missed: SyncCoverage, now: number): Promise<number>;
  deletedCount(projectId: string): Promise<number>;
}

/** Milliseconds after its beginning that a first reading is the first time asked what came since. */
const FIRST_LOOK = 60_000;

/** The mirror's progress, kept beside what it mirrors. */
export function createSyncStore(database: Database<StoreSchema>): SyncStore {
  const { query } = database;
  return {
    read: (projectId, now) => readRecord(query, projectId, now),

    commitPage: (projectId, page, next) =>
      query.transaction().execute(async (trx) => {
        const { entries, rejected, observedAt } = page;
        const changes = await upsertFeedback(trx, projectId, entries, observedAt);
        await releaseSound(trx, projectId, entries);
        await keepRejected(trx, projectId, rejected, observedAt);
        // What cannot be read any more is still there.
        const there = rejected.flatMap(({ entryId }) => entryId ?? []);
        await markObserved(trx, projectId, there, observedAt);
        await writeStep(trx, projectId, next(changes), changes.added);
        return changes;
      }),

    write: (projectId, step) =>
      query.transaction().execute((trx) => writeStep(trx, projectId, step, 0)),

    ask: async (projectId, at) => {
      await query
        .updateTable("sync")
        .set({ asked_at: at })
        .where("project_id", "=", projectId)
        .execute();
    },

    newestDates: (projectId, most) => newestDates(query, projectId, most),
    dateOfRank: (projectId, rank) => dateOfRank(query, projectId, rank),
    middleDate: (projectId, part) => middleDate(query, projectId, part),
    markDeleted: (projectId, missed, now) => markDeleted(query, projectId, missed, now),
    deletedCount: (projectId) => deletedCount(query, projectId),
  };
}

async function readRecord(
  query: Kysely<StoreSchema>,
  projectId: string,
  now: number,
): Promise<SyncRecord> {
  const row = await query
    .selectFrom("sync")
    .selectAll()
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const kept = await query
    .selectFrom("sync_walk")
    .select(["lane", "state"])
    .where("project_id", "=", projectId)
    .execute();
  const states = new Map(kept.map(({ lane, state }) => [lane, state]));
  const state = row ? stateOf(row) : unread(now);
  const walkOf = (lane: Lane): Walk => {
    const walk: Partial<Walk> = JSON.parse(states.get(lane) ?? "{}");
    const first = lane === "head" ? FIRST_LOOK : 0;
    return { ...initialWalk(state.startedAt + first), ...walk };
  };
  return {
    state,
    walks: {
      ...{ head: walkOf("head"), told: walkOf("told") },
      ...{ recent: walkOf("recent"), full: walkOf("full") },
    },
    entries: row?.entries ?? 0,
    askedAt: row?.asked_at ?? 0,
  };
}

/** The state of a project that was not read at all. */
export function unread(now: number): SyncState {
  return {
    phase: "backfill",
    pagesRead: 0,
    startedAt: now,
    backfilledAt: null,
    lastSuccessAt: null,
    restUntil: 0,
    problem: null,
  };
}

async function writeStep(
  trx: Kysely<StoreSchema>,
  projectId: string,
  { state, lane, walk }: SyncStep,
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
  const kept = JSON.stringify(walk);
  await trx
    .insertInto("sync_walk")
    .values({ project_id: projectId, lane, state: kept })
    .onConflict((conflict) => conflict.columns(["project_id", "lane"]).doUpdateSet({ state: kept }))
    .execute();
}

function columnsOf(state: SyncState) {
  return {
    phase: state.phase,
    pages_read: state.pagesRead,
    started_at: state.startedAt,
    backfilled_at: state.backfilledAt,
    last_success_at: state.lastSuccessAt,
    next_at: state.restUntil,
    error_code: state.problem?.code ?? null,
    error_message: state.problem ? stripNul(state.problem.message) : null,
    error_since: state.problem?.since ?? null,
  };
}

function stateOf(row: Selectable<SyncTable>): SyncState {
  const { error_code: code, error_message: message, error_since: since } = row;
  return {
    phase: row.phase === "following" ? "following" : "backfill",
    pagesRead: row.pages_read,
    startedAt: row.started_at,
    backfilledAt: row.backfilled_at,
    lastSuccessAt: row.last_success_at,
    restUntil: row.next_at,
    problem: code !== null && message !== null && since !== null ? { code, message, since } : null,
  };
}
