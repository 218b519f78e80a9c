import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, serial, table, text } from "../../database/table.ts";

/** The tables of the progress of syncs and the requests that they cost. */
export const sync = {
  tables: {
    /** The sync state of a project. Its lanes are in `sync_walk`. */
    sync: table({
      project_id: key.primary,
      /** `backfill` during the first full sync, then `following`. */
      phase: text,
      /** Pages of the backfill so far. */
      pages_read: integer,
      /** When the first sync of the project started. */
      started_at: bigint,
      backfilled_at: bigint.orNull,
      /** Number of items in the store, counted in the transaction that adds them. */
      entries: integer,
      last_success_at: bigint.orNull,
      /** When to retry after the platform failed. A manual check doesn't wait for it. */
      next_at: bigint,
      /** The current problem and when it started; null if there is none. */
      error_code: text.orNull,
      error_message: text.orNull,
      error_since: bigint.orNull,
      /** When someone last started a check manually. Only the request for it writes this. */
      asked_at: bigint.default(0),
    }),
    /** One lane of a project's sync, or its change feed. */
    sync_lane: table({
      project_id: key,
      /** A lane of an export, or `feed`. */
      lane: key,
      /** JSON of `LaneState` or `FeedState` (state.ts). */
      state: text,
    }).key("project_id", "lane"),
    /** One request to the platform, recorded before it is sent. The budget counts the last hour's. */
    platform_request: table({
      id: serial,
      /** The scope of the limit: an organization's export, or a project's jobs. */
      budget: key,
      sent_at: bigint,
      /** The purpose that is limited to a share of the budget; empty otherwise. */
      share: text.default(""),
    }),
    /** One row per budget. Transactions that count requests write it first, which serializes them. */
    budget: table({
      budget: key.primary,
      /** No requests before this time: the platform answered 429. */
      paused_until: bigint,
      /** Number of consecutive 429 answers without a Retry-After header. */
      rate_limits: integer.default(0),
    }),
    /** An operation that a platform rejected because it doesn't have it. */
    unsupported_operation: table({
      /** Its address. */
      platform: key,
      operation: key,
      found_at: bigint,
    }).key("platform", "operation"),
    /** Work that only one process at a time may do. */
    lease: table({
      name: key.primary,
      holder: text,
      until: bigint,
      /** Increases with every change of the holder, so that a former holder can't write anymore. */
      fence: bigint.default(0),
    }),
  },
  indexes: ["create index platform_request_by_time on platform_request (budget, sent_at)"],
} satisfies TableFamily;

export type SyncTable = RowOf<(typeof sync)["tables"]["sync"]>;
