import "server-only";
import type { Generated } from "kysely";

// Conventions: instants are epoch milliseconds, booleans are 0 or 1, JSON is text, and every row
// names its project, so that no query can see another project's.

/** One feedback entry: what the platform said of it, and the raw entry it was read from. */
export interface FeedbackTable {
  project_id: string;
  id: string;
  source: string;
  status: string;
  /** As received. */
  path: string;
  /** The documentation page that `path` names, for grouping: `/guides/auth`. */
  page: string;
  comment: string | null;
  /** Null where the entry has no date, or none that can be read. */
  created_at: number | null;
  /** `created_at`, or before all dates where there is none: never null, for keyset order. */
  sort_at: number;
  helpful: number | null;
  contact: string | null;
  code: string | null;
  filename: string | null;
  lang: string | null;
  /** Comment, page and code, normalised (NFKC, lower case). */
  search_text: string;
  /** The entry exactly as received, as JSON text. */
  raw: string;
  first_seen_at: number;
  /** When this state was read from the platform; an older reading never overwrites a newer one. */
  observed_at: number;
}

/** What entries are counted by: one row for each combination that occurs. */
export interface FeedbackKindTable {
  kind: Generated<number>;
  project_id: string;
  source: string;
  status: string;
  /** 1, 0, or -1 where the entry does not say. */
  helpful: number;
  /** Whether the comment is more than blanks. */
  has_comment: number;
  /** How many there are now; kept by triggers on `feedback` in the transaction that changes it. */
  entries: Generated<number>;
}

/**
 * What entries are chosen, ordered and searched by, narrow enough to count a million. Triggers on
 * `feedback` keep it, and the text index beside it, in the same transaction: nothing writes it.
 */
export interface FeedbackFactTable {
  /** On SQLite from `kind << 32` on, so that a range of keys is a kind. Changes with the entry. */
  key: number;
  project_id: string;
  id: string;
  kind: number;
  sort_at: number;
  /** The UTC day of `sort_at`, counted from 1970-01-01. */
  day: number;
  page: string;
}

/** How far a project's mirror is. It reads the export in passes, each from the first page on. */
export interface SyncTable {
  project_id: string;
  /** `backfill` until every page was read once, then `following`. */
  phase: string;
  /** Where the current pass goes on; null at its start. */
  cursor: string | null;
  /** Pages of the backfill so far. */
  pages_read: number;
  /** When the current pass began. */
  started_at: number;
  /** How often the current pass began again because its cursor broke. */
  restarts: number;
  /** When the newest finished pass began: what came before it is in the store. */
  head_at: number | null;
  backfilled_at: number | null;
  /** Entries in the store, counted in the transaction that adds them. */
  entries: number;
  last_success_at: number | null;
  next_at: number;
  /** What is wrong, since when; null while all is well. */
  error_code: string | null;
  error_message: string | null;
  error_since: number | null;
}

/** One request to the platform, written before it is sent: the sliding hour of the budget. */
export interface PlatformRequestTable {
  id: Generated<number>;
  /** What shares the limit: an organization's export, or a project's jobs. */
  budget: string;
  sent_at: number;
}

/** One row per budget, written first in the counting transaction so that processes take turns. */
export interface BudgetTable {
  budget: string;
  /** No request before this instant: the platform said 429. */
  paused_until: number;
}

/** Work that one process at a time may do. */
export interface LeaseTable {
  name: string;
  holder: string;
  until: number;
}

/** The ledger of agent jobs: an intent first, then whatever becomes of it. */
export interface JobTable {
  id: string;
  project_id: string;
  /** Given by the browser; one job for each, however often it is sent. */
  intent_key: string;
  /** `intent`, `sending`, `unknown`, `refused`, or the platform's own status once it answered. */
  state: string;
  /** The exact text that was sent. */
  prompt: string;
  created_at: number;
  platform_job_id: string | null;
  pr_link: string | null;
  repository: string | null;
  ref: string | null;
  model: string | null;
  archived_at: number | null;
  /** When the platform first reported an end; null while it works. */
  settled_at: number | null;
  /** Why it was refused or what is unknown, for a person. */
  problem: string | null;
  /** When the platform last answered about it. */
  last_polled_at: number | null;
  /**
   * When to look after it again: ask the platform, or send an intent, or give up an answer, that a
   * process left behind. Null when there is nothing left to learn.
   */
  next_poll_at: number | null;
}

export interface JobFeedbackTable {
  project_id: string;
  job_id: string;
  feedback_id: string;
}

export interface StoreSchema {
  feedback: FeedbackTable;
  feedback_kind: FeedbackKindTable;
  feedback_fact: FeedbackFactTable;
  sync: SyncTable;
  platform_request: PlatformRequestTable;
  budget: BudgetTable;
  lease: LeaseTable;
  job: JobTable;
  job_feedback: JobFeedbackTable;
}
