import "server-only";
import type { Generated } from "kysely";
import type { TableFamily } from "../../database/schema.ts";

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

/** One request to the platform, recorded before it is sent. The budget counts the last hour's. */
export interface PlatformRequestTable {
  id: Generated<number>;
  /** The scope of the limit: an organization's export, or a project's jobs. */
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
  rate_limits: Generated<number>;
}

/** An operation that a platform rejected because it doesn't have it. */
export interface UnsupportedOperationTable {
  /** Its address. */
  platform: string;
  operation: string;
  found_at: number;
}

/** Work that only one process at a time may do. */
export interface LeaseTable {
  name: string;
  holder: string;
  until: number;
  /** Increases with every change of the holder, so that a former holder can't write anymore. */
  fence: Generated<number>;
}

/** The tables of the progress of syncs and the requests that they cost. */
export interface SyncTables {
  sync: SyncTable;
  sync_lane: SyncLaneTable;
  platform_request: PlatformRequestTable;
  budget: BudgetTable;
  unsupported_operation: UnsupportedOperationTable;
  lease: LeaseTable;
}

export const sync: TableFamily = {
  tables: ({ key, bigint, serial }) => [
    `create table sync (
      project_id ${key} primary key,
      phase text not null,
      pages_read integer not null,
      started_at ${bigint} not null,
      backfilled_at ${bigint},
      entries integer not null,
      last_success_at ${bigint},
      next_at ${bigint} not null,
      error_code text,
      error_message text,
      error_since ${bigint},
      asked_at ${bigint} not null default 0
    )`,
    `create table sync_lane (
      project_id ${key} not null,
      lane ${key} not null,
      state text not null,
      constraint sync_lane_key primary key (project_id, lane)
    )`,
    `create table platform_request (
      id ${serial},
      budget ${key} not null,
      sent_at ${bigint} not null,
      share text not null default ''
    )`,
    "create index platform_request_by_time on platform_request (budget, sent_at)",
    `create table budget (
      budget ${key} primary key,
      paused_until ${bigint} not null,
      rate_limits integer not null default 0
    )`,
    `create table unsupported_operation (
      platform ${key} not null,
      operation ${key} not null,
      found_at ${bigint} not null,
      constraint unsupported_operation_key primary key (platform, operation)
    )`,
    `create table lease (
      name ${key} primary key,
      holder text not null,
      until ${bigint} not null,
      fence ${bigint} not null default 0
    )`,
  ],
};
