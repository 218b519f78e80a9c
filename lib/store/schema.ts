import "server-only";
import type { Generated } from "kysely";
import type { LedgerState, MessageState, PullState } from "../contract/api/job-states.ts";
import type { JobOutcome } from "../contract/api/jobs.ts";

// Conventions: timestamps are epoch milliseconds, booleans are 0 or 1, JSON is text. Every row has its
// project's ID, so that queries never return another project's rows.

/** One feedback item: the platform's data, the team's status, and the entry as received. */
export interface FeedbackTable {
  project_id: string;
  id: string;
  source: string;
  /** The status that counts, chosen as in `feedback/platform-status.ts`. */
  team_status: string;
  /** The platform's status as last read. Compare with this one when asking what the platform has. */
  platform_status: string;
  /** As received. */
  path: string;
  /** The documentation page that `path` names, for grouping: `/guides/auth`. */
  page: string;
  comment: string | null;
  /** Null when the item has no date or an unreadable one. */
  created_at: number | null;
  /** `created_at`, or `UNDATED` when it is null. Never null, for keyset order. */
  sort_at: number;
  helpful: number | null;
  contact: string | null;
  code: string | null;
  filename: string | null;
  lang: string | null;
  /** Comment, page and code, normalized (NFKC, lower case). */
  search_text: string;
  /** The entry as received, as JSON text with all keys. */
  raw: string;
  first_seen_at: number;
  /**
   * When the response that last contained it was requested. An older response never overwrites a newer
   * one. Items that a full sync did not return have a value before the sync's start.
   */
  observed_at: number;
  /**
   * The platform's status changed after this time: when it was last known to have the previous status.
   * Null if no change was seen.
   */
  platform_changed_after: Generated<number | null>;
  /** When Errata learned that the platform deleted it; null while the platform has it. */
  deleted_at: Generated<number | null>;
}

/** Facet groups: one row for each combination of facet values that occurs. */
export interface FacetGroupTable {
  kind: Generated<number>;
  project_id: string;
  source: string;
  status: string;
  /** 1, 0, or -1 for items without a rating. */
  helpful: number;
  /** Whether the comment has any text. */
  has_comment: number;
  /** Number of items. Triggers on `feedback` update it in the same transaction. */
  entries: Generated<number>;
}

/**
 * The feedback index: what items are filtered, ordered and searched by, small enough to count a
 * million. Triggers on `feedback` maintain it and queue the text index's changes; no code writes it.
 */
export interface FeedbackIndexTable {
  /** On SQLite starts at `kind << 32`, so that a range of keys is a facet group. Changes with the item. */
  key: number;
  project_id: string;
  id: string;
  kind: number;
  sort_at: number;
  /** The UTC day of `sort_at`, counted from 1970-01-01. */
  day: number;
  page: string;
}

/** Number of items per day and facet group. Triggers maintain it with the feedback index. */
export interface FeedbackDayTable {
  project_id: string;
  /** As in the feedback index. */
  day: number;
  kind: number;
  /** Zero when the last item moved elsewhere. */
  entries: number;
}

/** Number of items per page and facet group. Triggers maintain it with the feedback index. */
export interface FeedbackPageTable {
  project_id: string;
  page: string;
  kind: number;
  /** Zero when the last item moved elsewhere. */
  entries: number;
  /** `sort_at` of the newest item; undefined when there are none. */
  last_at: number;
}

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
export interface SyncWalkTable {
  project_id: string;
  /** A lane of an export, or `feed`. */
  lane: string;
  /** JSON of `LaneState` or `FeedState` (sync/state.ts). */
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

/** Work that only one process at a time may do. */
export interface LeaseTable {
  name: string;
  holder: string;
  until: number;
  /** Increases with every change of the holder, so that a former holder can't write anymore. */
  fence: Generated<number>;
}

/** The ledger of agent jobs. A job's row is written before the job is sent. */
export interface JobTable {
  id: string;
  project_id: string;
  /** Chosen by the browser. Repeated requests with the same key create one job. */
  intent_key: string;
  state: LedgerState;
  /** The platform's status; null until the job was sent. */
  platform_status: string | null;
  /** The exact text that was sent. */
  prompt: string;
  created_at: number;
  platform_job_id: string | null;
  pr_link: string | null;
  repository: string | null;
  ref: string | null;
  model: string | null;
  archived_at: number | null;
  /** When the platform first reported a final status; null while the job is active. */
  settled_at: number | null;
  /** Since when the platform answers that it doesn't know the job; null if it knows it. */
  missing_since: number | null;
  /** When the job counted as deleted, after the platform didn't know it for a day. */
  deleted_at: number | null;
  /** When the platform's status or link last changed. */
  changed_at: number | null;
  /** What the platform sent as a link if it isn't a web address; shortened. */
  link_text: string | null;
  /** Why the job was rejected or is unconfirmed, for people to read. */
  problem: string | null;
  /** When the platform last answered about it. */
  last_polled_at: number | null;
  /** When a poll was last started. */
  asked_at: number | null;
  /**
   * When to poll the job, send it if it's scheduled, or give up on an answer that a stopped process
   * waited for. Null once nothing is left to do.
   */
  next_poll_at: number | null;
  /** When the current work began: the job's creation, or the last follow-up. */
  began_at: number;
  /** Not sent before this time; null unless scheduled. */
  scheduled_for: number | null;
  /** The job that this one retries. */
  retry_of: string | null;
  /** The outcome that a person set. */
  outcome: JobOutcome | null;
  outcome_at: number | null;
  /** Null until the pull request was checked. */
  pr_state: PullState | null;
  /** When the link was first seen. */
  pr_since: number | null;
  pr_checked_at: number | null;
  /** When to check the pull request again; null if it's merged or closed, or there is none. */
  pr_next_at: number | null;
  /** Who created it; null for jobs from before Errata recorded people. */
  by_id: string | null;
  by_name: string | null;
}

/** An operation that a platform rejected because it doesn't have it. */
export interface UnsupportedOperationTable {
  /** Its address. */
  platform: string;
  operation: string;
  found_at: number;
}

/** The ledger's job for each platform job ID that the platform returned or a person entered. */
export interface JobPlatformIdTable {
  project_id: string;
  platform_job_id: string;
  job_id: string;
}

/** Follow-up messages. Like a job's row, a message's row is written before the message is sent. */
export interface JobMessageTable {
  id: string;
  project_id: string;
  job_id: string;
  /** Chosen by the browser. Repeated requests with the same key create one message. */
  intent_key: string;
  state: MessageState;
  prompt: string;
  created_at: number;
  sent_at: number | null;
  scheduled_for: number | null;
  problem: string | null;
  /** When to send or check the message; null once nothing is left to do. */
  next_at: number | null;
  /** Name of the person who wrote it. */
  by_name: string | null;
}

/** A job's history. Each event is written in the same transaction as the change. */
export interface JobEventTable {
  id: Generated<number>;
  project_id: string;
  job_id: string;
  at: number;
  kind: string;
  /** A flat JSON object. */
  detail: string;
}

/** The team's status of an item. Deleted when the platform changes its own status. */
export interface FeedbackStateTable {
  project_id: string;
  feedback_id: string;
  status: string;
  /** The platform's status when this was set. */
  platform_status: string;
  set_at: number;
  /** Name of the person who set it; null for Errata itself. */
  set_by: string | null;
  /** ID of the change that set it; also the undo token. */
  change: string;
}

/** A decision that was applied, kept for two days. */
export interface DecisionTable {
  project_id: string;
  /** Made by the browser. */
  id: string;
  applied_at: number;
  /** JSON of `DecisionResult`. */
  result: string;
  /** JSON of the item IDs by status that haven't been written to the platform; null once they have. */
  unwritten: string | null;
}

/** Every change of an item's status, by the team or by the platform. */
export interface FeedbackEventTable {
  id: Generated<number>;
  project_id: string;
  feedback_id: string;
  at: number;
  /** `set`, `undo` or `platform`. */
  kind: string;
  from_status: string;
  to_status: string;
  /** The change that it belongs to; null for the platform's changes. */
  change: string | null;
  /** The team's earlier state as JSON; null when there was none. */
  before: string | null;
  /** As in `FeedbackStateTable`. */
  set_by: string | null;
}

/** A project's settings by name; values are JSON text. */
export interface ProjectSettingTable {
  project_id: string;
  name: string;
  value: string;
  set_at: number;
}

export interface JobFeedbackTable {
  project_id: string;
  job_id: string;
  feedback_id: string;
}

/** An item that someone deleted. Syncs and imports leave it out. */
export interface DeletedItemTable {
  project_id: string;
  id: string;
  deleted_at: number;
  /** As in `FeedbackTable`, so that the sync recognizes what it has read before. */
  first_seen_at: number;
  observed_at: number;
  /** 1 until it was deleted on the built-in platform; 0 with a hosted one. */
  is_on_platform: number;
}

/**
 * Counts a project's changes, so that processes notice each other's. Triggers maintain it. Only on SQLite:
 * PostgreSQL notifies.
 */
export interface ProjectChangeTable {
  project_id: string;
  feedback: number;
  jobs: number;
}

/** The keyed hash of a forgotten reader's address. The address itself isn't stored. */
export interface ForgottenReaderTable {
  /** HMAC-SHA-256, hexadecimal. */
  hash: string;
  forgotten_at: number;
  /** When the address was removed from everything that is stored; null until then. */
  removed_at: number | null;
}

/** The key of those hashes: one row. */
export interface ForgottenReaderKeyTable {
  name: string;
  secret: string;
}

export interface StoreSchema {
  feedback: FeedbackTable;
  feedback_kind: FacetGroupTable;
  feedback_fact: FeedbackIndexTable;
  feedback_day: FeedbackDayTable;
  feedback_page: FeedbackPageTable;
  sync: SyncTable;
  sync_walk: SyncWalkTable;
  quarantine: QuarantineTable;
  platform_request: PlatformRequestTable;
  budget: BudgetTable;
  lease: LeaseTable;
  job: JobTable;
  job_feedback: JobFeedbackTable;
  job_platform_id: JobPlatformIdTable;
  unsupported_operation: UnsupportedOperationTable;
  job_message: JobMessageTable;
  job_event: JobEventTable;
  feedback_state: FeedbackStateTable;
  feedback_event: FeedbackEventTable;
  decision: DecisionTable;
  project_setting: ProjectSettingTable;
  deleted_item: DeletedItemTable;
  project_change: ProjectChangeTable;
  forgotten_reader: ForgottenReaderTable;
  forgotten_reader_key: ForgottenReaderKeyTable;
}
