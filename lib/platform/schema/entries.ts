import "server-only";
import type { Generated } from "kysely";
import type { TableFamily } from "../../database/schema.ts";

export interface PlatformProjectTable {
  id: string;
  name: string;
  organization: string;
  /** Revision of the latest change, see feed.ts. */
  revision: Generated<number>;
}

export interface PlatformEntryTable {
  project_id: string;
  id: string;
  source: string;
  status: string;
  /** Null if the entry has no date. */
  created_at: number | null;
  /** `created_at`, or a value before all dates if the entry has none. */
  sort_at: number;
  /** The strict entry as JSON, exactly as exported. */
  entry: string;
  /** Revision of the entry's latest change. */
  revision: number;
  /** 1 if the dashboard wrote the status. */
  status_by_team: Generated<number>;
}

/** An entry that was deleted. */
export interface PlatformDeletionTable {
  project_id: string;
  id: string;
  revision: number;
}

/** The tables of the platform's entries. */
export interface EntriesTables {
  platform_project: PlatformProjectTable;
  platform_entry: PlatformEntryTable;
  platform_deletion: PlatformDeletionTable;
}

export const entries: TableFamily = {
  tables: ({ key, bigint }) => [
    `create table platform_project (
      id ${key} primary key,
      name text not null,
      organization text not null,
      revision ${bigint} not null default 0
    )`,
    `create table platform_entry (
      project_id ${key} not null,
      id ${key} not null,
      source text not null,
      status text not null,
      created_at ${bigint},
      sort_at ${bigint} not null,
      entry text not null,
      revision ${bigint} not null default 0,
      status_by_team integer not null default 0,
      constraint platform_entry_key primary key (project_id, id)
    )`,
    "create index platform_entry_by_date on platform_entry (project_id, sort_at, id)",
    "create unique index platform_entry_by_revision on platform_entry (project_id, revision)",
    `create table platform_deletion (
      project_id ${key} not null,
      id ${key} not null,
      revision ${bigint} not null,
      constraint platform_deletion_key primary key (project_id, id)
    )`,
    "create unique index platform_deletion_by_revision on platform_deletion (project_id, revision)",
  ],
};
