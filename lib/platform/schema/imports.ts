import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, serial, table, text } from "../../database/table.ts";

/** The tables of imports of files. */
export const imports = {
  tables: {
    /** One import of a file. */
    platform_import: table({
      number: serial,
      project_id: key,
      /** Chosen by whoever sends the file, so that each of its batches finds the import. */
      key: key,
      /** Where the file is from; null for the platform's own IDs. */
      source: text.orNull,
      file: text,
      /** ID of the person, or of a program. The name is looked up when it's shown. */
      by_id: key,
      /** Rows that will be sent; null if that isn't known before the end. */
      rows: bigint.orNull,
      /** JSON list of what the reader of the file decided. */
      decisions: text,
      started_at: bigint,
      /** When the latest batch was stored. */
      last_at: bigint,
      finished_at: bigint.orNull,
      undo_started_at: bigint.orNull,
      undone_at: bigint.orNull,
      /** 1 once the previous values may have been removed because of their age: it can't be undone. */
      is_expired: integer.default(0),
      /** Number of items that were read so far, and their results. */
      seen: bigint.default(0),
      added: bigint.default(0),
      updated: bigint.default(0),
      unchanged: bigint.default(0),
      deleted: bigint.default(0),
      rejected: bigint.default(0),
      /** Items that the undo deleted, gave all previous values, and left with something of the import. */
      removed: bigint.default(0),
      restored: bigint.default(0),
      kept: bigint.default(0),
    }).constraint("platform_import_by_key unique (project_id, key)"),
    /** The changes of an entry by an import. Deleted with the entry, and once the import is undone. */
    platform_import_change: table({
      import_number: bigint,
      project_id: key,
      entry_id: key,
      /** JSON of the fields that the import changed, with their values before and after; null if it added the entry. */
      before: text.orNull,
      after: text.orNull,
      /** 1 once the undo has deleted the entry here, while the dashboard still has to. */
      is_removed: integer.default(0),
    }).key("import_number", "entry_id"),
  },
  indexes: [
    "create index platform_import_by_project on platform_import (project_id, number)",
    "create index platform_import_change_by_entry on platform_import_change (project_id, entry_id)",
  ],
} satisfies TableFamily;

export type PlatformImportChangeTable = RowOf<(typeof imports)["tables"]["platform_import_change"]>;
export type PlatformImportTable = RowOf<(typeof imports)["tables"]["platform_import"]>;
