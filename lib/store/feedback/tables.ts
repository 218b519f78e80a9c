import "server-only";
import type { Generated } from "kysely";

/** One feedback item: the platform's data, the team's status, and the entry as received. */
export interface FeedbackTable {
  project_id: string;
  id: string;
  source: string;
  /** The status that counts, chosen as in `platform-status.ts`. */
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
  /** JSON list of what the reader chose beside the entry; null for nothing. */
  reasons: string | null;
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
  /** When Errata read that the reader added something to the item; null if that wasn't seen. */
  reworded_at: Generated<number | null>;
  /** Why the item is suspected noise, a `NoiseReason`; null if it isn't. */
  noise: Generated<string | null>;
  /** A hash of the text of suspected noise, the same for equal texts; null for other items. */
  noise_key: Generated<string | null>;
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
  /** Whether the items are suspected noise. */
  noise: number;
  /** Whether the items have a rating and nothing else. */
  bare_vote: number;
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

/** What a page has per day. Triggers maintain it. */
export interface FeedbackPageDayTable {
  project_id: string;
  page: string;
  /** As in the feedback index. */
  day: number;
  /** Number of items. Zero, as the others, when the last item moved elsewhere. */
  total: number;
  /** Votes, by whether the page was helpful. */
  up: number;
  down: number;
  /** Complaints: votes against the page, and what is about its code or from agents. */
  negative: number;
  /** Items that are pending or in progress. */
  open: number;
}

/** What items waited for: the first decision, or being resolved. */
export type PaceMeasure = "decision" | "resolution";

/** How long an item waited. Triggers on the history maintain it. */
export interface FeedbackPaceTable {
  project_id: string;
  feedback_id: string;
  measure: PaceMeasure;
  /** The UTC day of the decision, as in the feedback index. */
  day: number;
  /** The wait since the item was first seen: the tenth natural logarithm of seconds and one. */
  bucket: number;
}

/** Number of items per day, measure, and bucket of `feedback_pace`. Triggers maintain it. */
export interface FeedbackPaceDayTable {
  project_id: string;
  day: number;
  measure: PaceMeasure;
  bucket: number;
  /** Zero when the last item moved elsewhere. */
  items: number;
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
  /** ID of the person who set it, or for whom Errata did; null if that isn't known. */
  set_by_id: Generated<string | null>;
  /** ID of the change that set it; also the undo token. */
  change: string;
  /** The decision that ended because the reader added something; null for every other change. */
  reopened_from: Generated<string | null>;
  /** Why it was dismissed: ID of one of the project's reasons, which may be removed by now. */
  dismissal_reason: Generated<string | null>;
  /** ID of the change that set the reason. */
  reason_change: Generated<string | null>;
}

/** Who an item is assigned to. */
export interface FeedbackAssigneeTable {
  project_id: string;
  feedback_id: string;
  /** Null for nobody, if someone was assigned before. */
  person_id: string | null;
  set_at: number;
  /** As in `FeedbackStateTable`. */
  set_by: string | null;
  change: string;
  /** Facet group of the item. Triggers maintain it. */
  kind: Generated<number>;
}

/** An item that someone restored from suspected noise. Equal texts aren't noise anymore. */
export interface FeedbackNotNoiseTable {
  project_id: string;
  feedback_id: string;
  /** As in `FeedbackTable`. */
  noise_key: string;
  /** As in `FeedbackStateTable`. */
  change: string;
}

/** How far a project's items were scored with the rules of this version. */
export interface NoiseScanTable {
  project_id: string;
  /** `NOISE_RULES` of the version that scored them. */
  rules: number;
  /** The last ID that was scored; null once all were. */
  after_id: string | null;
}

/** How far a project's items were counted by the pages that its rules of now name. */
export interface PageRecountTable {
  project_id: string;
  /** As `pageRulesKey` returns it. */
  rules: string;
  /** The last ID that was counted; null once all were. */
  after_id: string | null;
}

/** A label that was put on an item. */
export interface FeedbackLabelTable {
  project_id: string;
  feedback_id: string;
  /** ID of one of the project's labels, which may be removed by now. */
  label_id: string;
  /** 0 once it was taken off. */
  is_on: number;
  set_at: number;
  /** As in `FeedbackStateTable`. */
  set_by: string | null;
  change: string;
}

/** Every change of an item's status, by the team or by the platform, and of what else the team sets. */
export interface FeedbackEventTable {
  id: Generated<number>;
  project_id: string;
  feedback_id: string;
  at: number;
  /** `set`, `undo` or `platform`. */
  kind: string;
  /** `status`, `assignee`, `group`, `dismissal`, `noise`, or `label`. */
  field: Generated<string>;
  /** A status, or the ID of a person, a group, a reason, or a label, or why the item is suspected noise; empty for none. */
  from_value: string;
  to_value: string;
  /** The change that it belongs to; null for the platform's changes. */
  change: string | null;
  /** The team's earlier state as JSON; null when there was none. */
  before: string | null;
  /** As in `FeedbackStateTable`. */
  set_by: string | null;
  /** ID of that person; null if only the name is known. */
  set_by_id: Generated<string | null>;
  /** JSON of `ReaderTexts` if the item came back because its reader added something. */
  texts: Generated<string | null>;
}

/** A teammate's note on an item. */
export interface FeedbackNoteTable {
  project_id: string;
  /** Made by the browser. */
  id: string;
  feedback_id: string;
  author_id: string;
  /** Plain text; null once the note was deleted. */
  text: string | null;
  created_at: number;
  /** Also when it was deleted. */
  edited_at: Generated<number | null>;
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

/** The tables of items of feedback, their counts, and what people decided. */
export interface FeedbackTables {
  feedback: FeedbackTable;
  feedback_kind: FacetGroupTable;
  feedback_fact: FeedbackIndexTable;
  feedback_day: FeedbackDayTable;
  feedback_page: FeedbackPageTable;
  feedback_page_day: FeedbackPageDayTable;
  feedback_pace: FeedbackPaceTable;
  feedback_pace_day: FeedbackPaceDayTable;
  feedback_state: FeedbackStateTable;
  feedback_assignee: FeedbackAssigneeTable;
  feedback_label: FeedbackLabelTable;
  feedback_event: FeedbackEventTable;
  feedback_note: FeedbackNoteTable;
  feedback_not_noise: FeedbackNotNoiseTable;
  noise_scan: NoiseScanTable;
  page_recount: PageRecountTable;
  decision: DecisionTable;
  deleted_item: DeletedItemTable;
}
