import "server-only";
import type { Kysely, Selectable } from "kysely";
import { storable } from "../database/dialect.ts";
import type { Database } from "../database/open.ts";
import { type MirroredEntry, upsertFeedback } from "./feedback-write.ts";
import type { StoreSchema, SyncTable } from "./schema.ts";

export type SyncPhase = "backfill" | "following";

export interface SyncProblem {
  code: string;
  /** For a person: what happened and what to do. */
  message: string;
  since: number;
}

/** How far a project's mirror is; the fields are described at `SyncTable`. */
export interface SyncState {
  phase: SyncPhase;
  cursor: string | null;
  pagesRead: number;
  startedAt: number;
  restarts: number;
  headAt: number | null;
  backfilledAt: number | null;
  lastSuccessAt: number | null;
  nextAt: number;
  problem: SyncProblem | null;
}

/** A state as it is kept, beside what it has brought. */
export interface SyncRecord extends SyncState {
  /** Entries of the project in the store. */
  entries: number;
}

/** What committing a page did to the store. */
export interface PageChanges {
  added: number;
  changed: number;
}

export interface SyncStore {
  /** Null where the project has not been read at all. */
  read(projectId: string): Promise<SyncRecord | null>;
  /**
   * Keeps a page's entries and where reading goes on, both or neither, so that the cursor is never
   * ahead of the entries. `next` learns what the page changed before it says where to go on.
   */
  commitPage(
    projectId: string,
    entries: MirroredEntry[],
    observedAt: number,
    next: (changes: PageChanges) => SyncState,
  ): Promise<PageChanges>;
  /** Keeps the state alone, for what brought no page. */
  write(projectId: string, state: SyncState): Promise<void>;
  /** Asks whoever mirrors the project to read no later than `at`. */
  hasten(projectId: string, at: number): Promise<void>;
}

/** The mirror's progress, kept beside what it mirrors. */
export function createSyncStore(database: Database<StoreSchema>): SyncStore {
  const { query } = database;
  return {
    read: async (projectId) => {
      const row = await query
        .selectFrom("sync")
        .selectAll()
        .where("project_id", "=", projectId)
        .executeTakeFirst();
      return row ? recordOf(row) : null;
    },

    commitPage: (projectId, entries, observedAt, next) =>
      query.transaction().execute(async (trx) => {
        const changes = await upsertFeedback(trx, projectId, entries, observedAt);
        await writeState(trx, projectId, next(changes), changes.added);
        return changes;
      }),

    write: (projectId, state) => writeState(query, projectId, state, 0),

    hasten: async (projectId, at) => {
      await query
        .updateTable("sync")
        .set({ next_at: at })
        .where("project_id", "=", projectId)
        .where("next_at", ">", at)
        .execute();
    },
  };
}

async function writeState(
  query: Kysely<StoreSchema>,
  projectId: string,
  state: SyncState,
  added: number,
): Promise<void> {
  const columns = columnsOf(state);
  await query
    .insertInto("sync")
    .values({ project_id: projectId, entries: added, ...columns })
    .onConflict((conflict) =>
      conflict
        .column("project_id")
        .doUpdateSet((eb) => ({ ...columns, entries: eb("sync.entries", "+", added) })),
    )
    .execute();
}

function columnsOf(state: SyncState): Omit<SyncTable, "project_id" | "entries"> {
  return {
    phase: state.phase,
    cursor: state.cursor && storable(state.cursor),
    pages_read: state.pagesRead,
    started_at: state.startedAt,
    restarts: state.restarts,
    head_at: state.headAt,
    backfilled_at: state.backfilledAt,
    last_success_at: state.lastSuccessAt,
    next_at: state.nextAt,
    error_code: state.problem?.code ?? null,
    error_message: state.problem ? storable(state.problem.message) : null,
    error_since: state.problem?.since ?? null,
  };
}

function recordOf(row: Selectable<SyncTable>): SyncRecord {
  const { error_code: code, error_message: message, error_since: since } = row;
  return {
    phase: row.phase === "following" ? "following" : "backfill",
    cursor: row.cursor,
    pagesRead: row.pages_read,
    startedAt: row.started_at,
    restarts: row.restarts,
    headAt: row.head_at,
    backfilledAt: row.backfilled_at,
    entries: row.entries,
    lastSuccessAt: row.last_success_at,
    nextAt: row.next_at,
    problem: code !== null && message !== null && since !== null ? { code, message, since } : null,
  };
}
