import "server-only";
import type { Generated } from "kysely";
import type { TableFamily } from "../../database/schema.ts";

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
  /** JSON list of the reasons that the reader chose beside the entry; null for none. */
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
  /** Why the item is noise, a `NoiseReason`; null if it isn't. */
  noise: Generated<string | null>;
  /** A hash of the text of noise, the same for equal texts; null for other items. */
  noise_key: Generated<string | null>;
  /** Whether the item says nothing but that the documentation is good. */
  praise: Generated<number>;
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

/** The tables of items, deleted items, and skipped items. */
export interface FeedbackTables {
  feedback: FeedbackTable;
  deleted_item: DeletedItemTable;
  quarantine: QuarantineTable;
}

export const feedback: TableFamily = {
  tables: ({ key, bigint }) => [
    `create table feedback (
      project_id ${key} not null,
      id ${key} not null,
      source text not null,
      team_status text not null,
      path text not null,
      page ${key} not null,
      comment text,
      created_at ${bigint},
      sort_at ${bigint} not null,
      helpful integer,
      contact text,
      code text,
      filename text,
      lang text,
      search_text text not null,
      raw text not null,
      first_seen_at ${bigint} not null,
      observed_at ${bigint} not null,
      deleted_at ${bigint},
      platform_status text not null default '',
      platform_changed_after ${bigint},
      reasons text,
      noise text,
      noise_key text,
      praise integer not null default 0,
      reworded_at ${bigint},
      constraint feedback_key primary key (project_id, id)
    )`,
    "create index feedback_by_date on feedback (project_id, sort_at, id)",
    "create index feedback_deleted on feedback (project_id) where deleted_at is not null",
    "create index feedback_differing on feedback (project_id, id) where team_status <> platform_status",
    "create index feedback_with_reasons on feedback (project_id, sort_at, id) where reasons is not null",
    `create index feedback_with_contact on feedback (project_id, id) where contact <> ''`,
    "create index feedback_by_arrival on feedback (project_id, first_seen_at)",
    "create index feedback_noise on feedback (project_id, noise_key) where noise_key is not null",
    `create table deleted_item (
      project_id ${key} not null,
      id ${key} not null,
      deleted_at ${bigint} not null,
      first_seen_at ${bigint} not null,
      observed_at ${bigint} not null,
      is_on_platform integer not null,
      constraint deleted_item_key primary key (project_id, id)
    )`,
    `create table quarantine (
      project_id ${key} not null,
      id ${key} not null,
      entry_id ${key},
      raw text not null,
      reason text not null,
      first_seen_at ${bigint} not null,
      last_seen_at ${bigint} not null,
      dismissed_at ${bigint},
      constraint quarantine_key primary key (project_id, id)
    )`,
    "create index quarantine_by_entry on quarantine (project_id, entry_id)",
  ],
};
