import "server-only";
import type { Generated } from "kysely";

/** The sync state of a project. Its lanes are in `sync_walk`. */
export interface SyncTable {
  project_id: string;
  /** `backfill` during the first full sync, then `following`. */
  phase: string;
  /** Pages of the backfill so far. */
  pages_read: number;
  /** When the first sync of the project started. */
  started_at: number;
  backfilled_at: number | null;
  /** Number of items in the store, counted in the transaction that adds them. */
  entries: number;
  last_success_at: number | null;
  /** When to retry after the platform failed. A manual check doesn't wait for it. */
  next_at: number;
  /** The current problem and when it started; null if there is none. */
  error_code: string | null;
  error_message: string | null;
  error_since: number | null;
  /** When someone last started a check manually. Only the request for it writes this. */
  asked_at: Generated<number>;
}

/** One lane of a project's sync, or its change feed. */
export interface SyncLaneTable {
  project_id: string;
  /** A lane of an export, or `feed`. */
  lane: string;
  /** JSON of `LaneState` or `FeedState` (state.ts). */
  state: string;
}

/** Received data that is not a valid feedback entry. */
export interface QuarantineTable {
  project_id: string;
  /** SHA-256 of the raw text, in hexadecimal. */
  id: string;
  /** The ID it carries, if it has a valid one. */
  entry_id: string | null;
  /** At most 64 KB of it, as JSON text. */
  raw: string;
  reason: string;
  first_seen_at: number;
  last_seen_at: number;
  /** When someone dismissed it. It is kept, so that it is not reported again. */
  dismissed_at: number | null;
}

/** One request to the platform, recorded before it is sent. The budget counts the last hour's. */
export interface PlatformRequestTable {
  id: Generated<number>;
  /** What the limit applies to: an organization's export, or a project's jobs. */
  budget: string;
  sent_at: number;
  /** The purpose that is limited to a share of the budget; empty otherwise. */
  share: Generated<string>;
}

/** One row per budget. Transactions that count requests write it first, which serializes them. */
export interface BudgetTable {
  budget: string;
  /** No requests before this time: the platform answered 429. */
  paused_until: number;
  /** Number of consecutive 429 answers without a Retry-After header. */
  refusals: Generated<number>;
}

/** The tables of the progress of syncs and the requests that they cost. */
export interface SyncTables {
  sync: SyncTable;
  sync_walk: SyncLaneTable;
  quarantine: QuarantineTable;
  platform_request: PlatformRequestTable;
  budget: BudgetTable;
}
