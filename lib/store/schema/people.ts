import "server-only";
import type { Generated } from "kysely";
import type { TableFamily } from "../../database/schema.ts";

/** The kinds of notifications. */
export type NotificationKind = "assigned" | "mentioned" | "job" | "recurrence";

/** One notification of a person about one item or job. Those with the same topic are shown as one. */
export interface NotificationTable {
  id: Generated<number>;
  project_id: string;
  person_id: string;
  /** The decision that assigned items, the note, or the job. */
  topic: string;
  kind: NotificationKind;
  /** Null for a job. */
  feedback_id: string | null;
  /** Null for an item. */
  job_id: string | null;
  at: number;
  /** Name of the person who caused it; null for Errata itself. */
  by_name: string | null;
  read_at: Generated<number | null>;
  /** ID of the decision that ended it, for undo; null while it is shown. */
  ended_by: Generated<string | null>;
}

/** When a person looked at a project's home page. */
export interface ProjectVisitTable {
  project_id: string;
  person_id: string;
  /** Older items were shown on an earlier visit. */
  since: number;
  /** When it was last shown. */
  seen_at: number;
}

/** A person's unfinished draft of prompts. */
export interface DraftTable {
  project_id: string;
  person_id: string;
  /** Made by the browser from the selection. */
  id: string;
  /** Made by the browser for each change. */
  revision: string;
  /** Number of selected items. */
  items: number;
  saved_at: number;
  // Last, so that SQLite lists drafts without reading them.
  /** JSON list of the items' IDs. */
  selection: string;
  /** JSON that only browsers read. */
  content: string;
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

/** The tables that belong to people, which are deleted with their accounts, and of forgotten readers. */
export interface PeopleTables {
  notification: NotificationTable;
  project_visit: ProjectVisitTable;
  draft: DraftTable;
  forgotten_reader: ForgottenReaderTable;
  forgotten_reader_key: ForgottenReaderKeyTable;
}

export const people: TableFamily = {
  tables: ({ key, bigint, serial }) => [
    `create table notification (
      id ${serial},
      project_id ${key} not null,
      person_id ${key} not null,
      topic ${key} not null,
      kind text not null,
      feedback_id ${key},
      job_id ${key},
      at ${bigint} not null,
      by_name text,
      read_at ${bigint},
      ended_by ${key}
    )`,
    "create index notification_by_topic on notification (project_id, topic)",
    "create index notification_by_feedback_id on notification (project_id, feedback_id)",
    "create index notification_by_person on notification (person_id, project_id, id)",
    "create index notification_unread on notification (person_id, project_id, topic) where read_at is null",
    "create index notification_ended on notification (project_id, ended_by) where ended_by is not null",
    `create table project_visit (
      project_id ${key} not null,
      person_id ${key} not null,
      since ${bigint} not null,
      seen_at ${bigint} not null,
      constraint project_visit_key primary key (project_id, person_id)
    )`,
    `create table draft (
      project_id ${key} not null,
      person_id ${key} not null,
      id ${key} not null,
      revision ${key} not null,
      items integer not null,
      saved_at ${bigint} not null,
      selection text not null,
      content text not null,
      constraint draft_key primary key (project_id, person_id, id)
    )`,
    `create table forgotten_reader (
      hash ${key} primary key,
      forgotten_at ${bigint} not null,
      removed_at ${bigint}
    )`,
    `create table forgotten_reader_key (
      name ${key} primary key,
      secret text not null
    )`,
  ],
};
