import "server-only";
import type { TableFamily } from "../../database/schema.ts";

/** A public key, with which a documentation site sends feedback. */
export interface PlatformCollectKeyTable {
  key: string;
  project_id: string;
  name: string;
  /** JSON lists. */
  origins: string;
  paths: string;
  created_at: number;
  disabled_at: number | null;
  /** Signs the key's challenges; null if it asks for none. */
  challenge_secret: string | null;
}

/** A submission of a documentation site, beside the entry. */
export interface PlatformSubmissionTable {
  project_id: string;
  entry_id: string;
  collect_key: string;
  /** The ID that the client chose, while a second submission can complete this one. */
  client_id: string | null;
  received_at: number;
  /** JSON of `ReaderAnswers`. */
  extras: string;
  /** 1 if the user agent said that it is a program. */
  is_bot: number;
  /** Why it looks like spam, and its entry as JSON while it is held. */
  suspicion: string | null;
  suspected_entry: string | null;
}

/** The tables of documentation sites' submissions. */
export interface SubmissionsTables {
  platform_collect_key: PlatformCollectKeyTable;
  platform_submission: PlatformSubmissionTable;
}

export const submissions: TableFamily = {
  tables: ({ key, bigint }) => [
    `create table platform_collect_key (
      key ${key} primary key,
      project_id ${key} not null,
      name text not null,
      origins text not null,
      paths text not null,
      created_at ${bigint} not null,
      disabled_at ${bigint},
      challenge_secret text
    )`,
    `create table platform_submission (
      project_id ${key} not null,
      entry_id ${key} not null,
      collect_key ${key} not null,
      client_id ${key},
      received_at ${bigint} not null,
      extras text not null,
      is_bot ${bigint} not null,
      suspicion text,
      suspected_entry text,
      constraint platform_submission_key primary key (project_id, entry_id)
    )`,
    "create unique index platform_submission_by_client on platform_submission (collect_key, client_id) where client_id is not null",
    "create index platform_submission_by_key on platform_submission (collect_key, received_at)",
    "create index platform_submission_suspected on platform_submission (project_id, received_at) where suspected_entry is not null",
  ],
};
