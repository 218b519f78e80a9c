import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, table, text } from "../../database/table.ts";

/** The tables of items, deleted items, and skipped items. */
export const feedback = {
  tables: {
    /** One feedback item: the platform's data, the team's status, and the entry as received. */
    feedback: table({
      project_id: key,
      id: key,
      source: text,
      /** The status that counts, chosen as in `platform-status.ts`. */
      team_status: text,
      /** As received. */
      path: text,
      /** The documentation page that `path` names, for grouping: `/guides/auth`. */
      page: key,
      comment: text.orNull,
      /** Null when the item has no date or an unreadable one. */
      created_at: bigint.orNull,
      /** `created_at`, or `UNDATED` when it is null. Never null, for keyset order. */
      sort_at: bigint,
      helpful: integer.orNull,
      contact: text.orNull,
      code: text.orNull,
      filename: text.orNull,
      lang: text.orNull,
      /** Comment, page and code, normalized (NFKC, lower case). */
      search_text: text,
      /** The entry as received, as JSON text with all keys. */
      raw: text,
      first_seen_at: bigint,
      /**
       * When the response that last contained it was requested. An older response never overwrites a newer
       * one. Items that a full sync did not return have a value before the sync's start.
       */
      observed_at: bigint,
      /** When Errata learned that the platform deleted it; null while the platform has it. */
      deleted_at: bigint.orNull,
      /** The platform's status as last read. Compare with this one when asking what the platform has. */
      platform_status: text.default(""),
      /**
       * The platform's status changed after this time: when it was last known to have the previous status.
       * Null if no change was seen.
       */
      platform_changed_after: bigint.orNull,
      /** JSON list of the reasons that the reader chose beside the entry; null for none. */
      reasons: text.orNull,
      /** Why the item is noise, a `NoiseReason`; null if it isn't. */
      noise: text.orNull,
      /** A hash of the text of noise, the same for equal texts; null for other items. */
      noise_key: text.orNull,
      /** Whether the item says nothing but that the documentation is good. */
      praise: integer.default(0),
      /** When Errata read that the reader added something to the item; null if that wasn't seen. */
      reworded_at: bigint.orNull,
    }).key("project_id", "id"),
    /** An item that someone deleted. Syncs and imports leave it out. */
    deleted_item: table({
      project_id: key,
      id: key,
      deleted_at: bigint,
      /** As in `feedback`, so that the sync recognizes what it has read before. */
      first_seen_at: bigint,
      observed_at: bigint,
      /** 1 until it was deleted on the built-in platform; 0 with a hosted one. */
      is_on_platform: integer,
    }).key("project_id", "id"),
    /** Received data that is not a valid feedback entry. */
    quarantine: table({
      project_id: key,
      /** SHA-256 of the raw text, in hexadecimal. */
      id: key,
      /** The ID it carries, if it has a valid one. */
      entry_id: key.orNull,
      /** At most 64 KB of it, as JSON text. */
      raw: text,
      reason: text,
      first_seen_at: bigint,
      last_seen_at: bigint,
      /** When someone dismissed it. It is kept, so that it is not reported again. */
      dismissed_at: bigint.orNull,
    }).key("project_id", "id"),
  },
  indexes: [
    "create index feedback_by_date on feedback (project_id, sort_at, id)",
    "create index feedback_deleted on feedback (project_id) where deleted_at is not null",
    "create index feedback_differing on feedback (project_id, id) where team_status <> platform_status",
    "create index feedback_with_reasons on feedback (project_id, sort_at, id) where reasons is not null",
    `create index feedback_with_contact on feedback (project_id, id) where contact <> ''`,
    "create index feedback_by_arrival on feedback (project_id, first_seen_at)",
    "create index feedback_noise on feedback (project_id, noise_key) where noise_key is not null",
    "create index quarantine_by_entry on quarantine (project_id, entry_id)",
  ],
} satisfies TableFamily;

export type FeedbackTable = RowOf<(typeof feedback)["tables"]["feedback"]>;
export type QuarantineTable = RowOf<(typeof feedback)["tables"]["quarantine"]>;
