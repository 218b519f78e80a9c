import "server-only";
import type { Generated } from "kysely";
import type { TableFamily } from "../../database/schema.ts";

/** One import of a file. */
export interface PlatformImportTable {
  number: Generated<number>;
  project_id: string;
  /** Chosen by whoever sends the file, so that each of its batches finds the import. */
  key: string;
  /** Where the file is from; null for the platform's own IDs. */
  source: string | null;
  file: string;
  /** ID of the person, or of a program. The name is looked up when it's shown. */
  by_id: string;
  /** Rows that will be sent; null if that isn't known before the end. */
  rows: number | null;
  /** JSON list of what the reader of the file decided. */
  decisions: string;
  started_at: number;
  /** When the latest batch was stored. */
  last_at: number;
  finished_at: number | null;
  undo_started_at: number | null;
  undone_at: number | null;
  /** 1 once the previous values may have been removed because of their age: it can't be undone. */
  is_expired: Generated<number>;
  /** Number of items that were read so far, and their results. */
  seen: Generated<number>;
  added: Generated<number>;
  updated: Generated<number>;
  unchanged: Generated<number>;
  deleted: Generated<number>;
  rejected: Generated<number>;
  /** Items that the undo deleted, gave all previous values, and left with something of the import. */
  removed: Generated<number>;
  restored: Generated<number>;
  kept: Generated<number>;
}

/** The changes of an entry by an import. Deleted with the entry, and once the import is undone. */
export interface PlatformImportChangeTable {
  import_number: number;
  project_id: string;
  entry_id: string;
  /** JSON of the fields that the import changed, with their values before and after; null if it added the entry. */
  before: string | null;
  after: string | null;
  /** 1 once the undo has deleted the entry here, while the dashboard still has to. */
  is_removed: Generated<number>;
}

/** The tables of imports of files. */
export interface ImportsTables {
  platform_import: PlatformImportTable;
  platform_import_change: PlatformImportChangeTable;
}

export const imports: TableFamily = {
  tables: ({ key, bigint, serial }) => [
    `create table platform_import (
      number ${serial},
      project_id ${key} not null,
      key ${key} not null,
      source text,
      file text not null,
      by_id ${key} not null,
      rows ${bigint},
      decisions text not null,
      started_at ${bigint} not null,
      last_at ${bigint} not null,
      finished_at ${bigint},
      undo_started_at ${bigint},
      undone_at ${bigint},
      is_expired integer not null default 0,
      seen ${bigint} not null default 0,
      added ${bigint} not null default 0,
      updated ${bigint} not null default 0,
      unchanged ${bigint} not null default 0,
      deleted ${bigint} not null default 0,
      rejected ${bigint} not null default 0,
      removed ${bigint} not null default 0,
      restored ${bigint} not null default 0,
      kept ${bigint} not null default 0,
      constraint platform_import_by_key unique (project_id, key)
    )`,
    "create index platform_import_by_project on platform_import (project_id, number)",
    `create table platform_import_change (
      import_number ${bigint} not null,
      project_id ${key} not null,
      entry_id ${key} not null,
      before text,
      after text,
      is_removed integer not null default 0,
      constraint platform_import_change_key primary key (import_number, entry_id)
    )`,
    "create index platform_import_change_by_entry on platform_import_change (project_id, entry_id)",
  ],
};
