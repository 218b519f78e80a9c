import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, serial, table, text } from "../../database/table.ts";

/** The kinds of notifications. */
export type NotificationKind = "assigned" | "mentioned" | "job" | "recurrence";

/** The tables that belong to people, which are deleted with their accounts, and of forgotten readers. */
export const people = {
  tables: {
    /** One notification of a person about one item or job. Those with the same topic are shown as one. */
    notification: table({
      id: serial,
      project_id: key,
      person_id: key,
      /** The decision that assigned items, the note, or the job. */
      topic: key,
      kind: text.of<NotificationKind>(),
      /** Null for a job. */
      feedback_id: key.orNull,
      /** Null for an item. */
      job_id: key.orNull,
      at: bigint,
      /** Name of the person who caused it; null for Errata itself. */
      by_name: text.orNull,
      read_at: bigint.orNull,
      /** ID of the decision that ended it, for undo; null while it is shown. */
      ended_by: key.orNull,
    }),
    /** When a person looked at a project's home page. */
    project_visit: table({
      project_id: key,
      person_id: key,
      /** Older items were shown on an earlier visit. */
      since: bigint,
      /** When it was last shown. */
      seen_at: bigint,
    }).key("project_id", "person_id"),
    /** A person's unfinished draft of prompts. */
    draft: table({
      project_id: key,
      person_id: key,
      /** Made by the browser from the selection. */
      id: key,
      /** Made by the browser for each change. */
      revision: key,
      /** Number of selected items. */
      items: integer,
      saved_at: bigint,
      // Last, so that SQLite lists drafts without reading them.
      /** JSON list of the items' IDs. */
      selection: text,
      /** JSON that only browsers read. */
      content: text,
    }).key("project_id", "person_id", "id"),
    /** The keyed hash of a forgotten reader's address. The address itself isn't stored. */
    forgotten_reader: table({
      /** HMAC-SHA-256, hexadecimal. */
      hash: key.primary,
      forgotten_at: bigint,
      /** When the address was removed from everything that is stored; null until then. */
      removed_at: bigint.orNull,
    }),
    /** The key of those hashes: one row. */
    forgotten_reader_key: table({
      name: key.primary,
      secret: text,
    }),
  },
  indexes: [
    "create index notification_by_topic on notification (project_id, topic)",
    "create index notification_by_feedback_id on notification (project_id, feedback_id)",
    "create index notification_by_person on notification (person_id, project_id, id)",
    "create index notification_unread on notification (person_id, project_id, topic) where read_at is null",
    "create index notification_ended on notification (project_id, ended_by) where ended_by is not null",
  ],
} satisfies TableFamily;
