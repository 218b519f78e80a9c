import "server-only";
import type { Generated } from "kysely";
import type { LedgerState, MessageState, PullState } from "../contract/api/job-states.ts";
import type { JobOutcome } from "../contract/api/jobs.ts";

// Conventions: instants are epoch milliseconds, booleans are 0 or 1, JSON is text, and every row
// names its project, so that no query can see another project's.

/** One feedback entry: what the platform said of it, and the raw entry it was read from. */
export interface FeedbackTable {
  project_id: string;
  id: string;
  source: string;
  /** The status that counts: the team's until the platform changes its own, then the platform's. */
  team_status: string;
  /** The platform's status as last read. Compare with this one when asking what the platform has. */
  platform_status: string;
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
  /** The entry as received, as JSON text: every key and character, spaced as `JSON.stringify` does. */
  raw: string;
  first_seen_at: number;
  /**
   * When the platform last gave it; an older reading never overwrites a newer one. What a whole walk
   * of the export did not meet was observed before the walk began.
   */
  observed_at: number;
  /** When two full syncs in a row did not return it; null while the platform has it. */
  deleted_at: Generated<number | null>;
}

/** What entries are counted by: one row for each combination that occurs. */
export interface FacetGroupTable {
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
export interface FeedbackIndexTable {
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

/** How many entries of each kind a day has; triggers keep it with the facts. */
export interface FeedbackDayTable {
  project_id: string;
  /** As in the facts. */
  day: number;
  kind: number;
  /** Zero where there were some. */
  entries: number;
}

/** How many entries of each kind a page has; triggers keep it with the facts. */
export interface FeedbackPageTable {
  project_id: string;
  page: string;
  kind: number;
  /** Zero where there were some. */
  entries: number;
  /** `sort_at` of the newest of them; means nothing where there are none. */
  last_at: number;
}

/** How a project's mirror does as a whole; its walks are in `sync_walk`. */
export interface SyncTable {
  project_id: string;
  /** `backfill` until every page was read once, then `following`. */
  phase: string;
  /** Pages of the backfill so far. */
  pages_read: number;
  /** When the mirror of the project began. */
  started_at: number;
  backfilled_at: number | null;
  /** Entries in the store, counted in the transaction that adds them. */
  entries: number;
  last_success_at: number | null;
  /** No walk goes on before, as the platform failed; somebody who asks is heard nevertheless. */
  next_at: number;
  /** What is wrong, since when; null while all is well. */
  error_code: string | null;
  error_message: string | null;
  error_since: number | null;
  /** When somebody last asked for a look at what is new. Written by whoever asks, and only so. */
  asked_at: Generated<number>;
}

/** One of a project's walks through its export. */
export interface SyncWalkTable {
  project_id: string;
  /** `head`, `recent` or `full`. */
  lane: string;
  /** JSON of `Walk` (sync-walk.ts). */
  state: string;
}

/** What the platform gave as an entry and could not be kept as one. */
export interface QuarantineTable {
  project_id: string;
  /** SHA-256 of the raw text, in hexadecimal. */
  id: string;
  /** The identifier it carries, where there is one that can be kept. */
  entry_id: string | null;
  /** At most 64 KB of it, as JSON text. */
  raw: string;
  reason: string;
  first_seen_at: number;
  last_seen_at: number;
  /** When a person set it aside; it is still kept, so that it does not come back. */
  dismissed_at: number | null;
}

/** One request to the platform, written before it is sent: the sliding hour of the budget. */
export interface PlatformRequestTable {
  id: Generated<number>;
  /** What shares the limit: an organization's export, or a project's jobs. */
  budget: string;
  sent_at: number;
  /** The kind of work that may take only a share of the budget; empty for the rest. */
  share: Generated<string>;
}

/** One row per budget, written first in the counting transaction so that processes take turns. */
export interface BudgetTable {
  budget: string;
  /** No request before this instant: the platform said 429. */
  paused_until: number;
  /** Answers of 429 in a row that named no pause. */
  refusals: Generated<number>;
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
  state: LedgerState;
  /** The platform's own word; null until the job was sent. */
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
  /** When the platform first reported an end; null while it works. */
  settled_at: number | null;
  /** Why it was refused or what is unknown, for a person. */
  problem: string | null;
  /** When the platform last answered about it. */
  last_polled_at: number | null;
  /**
   * When to look after it again: ask the platform, or send an intent, or give up an answer, that a
   * process left behind, or that waits. Null when there is nothing left to learn.
   */
  next_poll_at: number | null;
  /** When the work that it is at began: its creation, or the last follow-up. */
  began_at: number;
  /** Not sent before this time; null unless scheduled. */
  scheduled_for: number | null;
  /** The job that this one repeats. */
  retry_of: string | null;
  /** The outcome that a person set. */
  outcome: JobOutcome | null;
  outcome_at: number | null;
  /** Null until the pull request was checked. */
  pr_state: PullState | null;
  /** When the link was first seen. */
  pr_since: number | null;
  pr_checked_at: number | null;
  /** When to look at the pull request again; null when it is settled or there is none. */
  pr_next_at: number | null;
  /** Who asked for it, and under which name; null for what was before anybody was known. */
  by_id: string | null;
  by_name: string | null;
}

/** Which job of the ledger a job of the platform is: one for each that was named or answered. */
export interface JobPlatformIdTable {
  project_id: string;
  platform_job_id: string;
  job_id: string;
}

/** Follow-ups: an intent first, as jobs are, then whatever becomes of it. */
export interface JobMessageTable {
  id: string;
  project_id: string;
  job_id: string;
  /** Given by the browser; one message for each, however often it is sent. */
  intent_key: string;
  state: MessageState;
  prompt: string;
  created_at: number;
  sent_at: number | null;
  scheduled_for: number | null;
  problem: string | null;
  /** When to look after it again; null once nothing is left to do. */
  next_at: number | null;
  /** Name of who wrote it. */
  by_name: string | null;
}

/** What happened to a job, written in the transaction that made it happen. */
export interface JobEventTable {
  id: Generated<number>;
  project_id: string;
  job_id: string;
  at: number;
  kind: string;
  /** A flat JSON object. */
  detail: string;
}

/** What the team decided of an entry; gone once the platform's own status changes. */
export interface FeedbackStateTable {
  project_id: string;
  feedback_id: string;
  status: string;
  /** The platform's status when this was set. */
  platform_status: string;
  set_at: number;
  /** Name of who set it; null where Errata did by itself. */
  set_by: string | null;
  /** The change that set it, and the token that takes it back. */
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
  /** JSON of the item IDs by status that the platform hasn't been told yet; null once it has. */
  unwritten: string | null;
}

/** Every change of an entry's status, by the team or by the platform. */
export interface FeedbackEventTable {
  id: Generated<number>;
  project_id: string;
  feedback_id: string;
  at: number;
  /** `set`, `undo` or `platform`. */
  kind: string;
  from_status: string;
  to_status: string;
  /** The change that it belongs to; null for the platform's own. */
  change: string | null;
  /** The team's status before, as JSON; null where there was none. */
  before: string | null;
  /** As in the state. */
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
  job_message: JobMessageTable;
  job_event: JobEventTable;
  feedback_state: FeedbackStateTable;
  feedback_event: FeedbackEventTable;
  decision: DecisionTable;
  project_setting: ProjectSettingTable;
}
