import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, table, text } from "../../database/table.ts";

/** The tables of the platform's entries. */
export const entries = {
  tables: {
    platform_project: table({
      id: key.primary,
      name: text,
      organization: text,
      /** Revision of the latest change, see feed.ts. */
      revision: bigint.default(0),
    }),
    platform_entry: table({
      project_id: key,
      id: key,
      source: text,
      status: text,
      /** Null if the entry has no date. */
      created_at: bigint.orNull,
      /** `created_at`, or a value before all dates if the entry has none. */
      sort_at: bigint,
      /** The strict entry as JSON, exactly as exported. */
      entry: text,
      /** Revision of the entry's latest change. */
      revision: bigint.default(0),
      /** 1 if the dashboard wrote the status. */
      status_by_team: integer.default(0),
    }).key("project_id", "id"),
    /** An entry that was deleted. */
    platform_deletion: table({
      project_id: key,
      id: key,
      revision: bigint,
    }).key("project_id", "id"),
  },
  indexes: [
    "create index platform_entry_by_date on platform_entry (project_id, sort_at, id)",
    "create unique index platform_entry_by_revision on platform_entry (project_id, revision)",
    "create unique index platform_deletion_by_revision on platform_deletion (project_id, revision)",
  ],
} satisfies TableFamily;

export type PlatformEntryTable = RowOf<(typeof entries)["tables"]["platform_entry"]>;
