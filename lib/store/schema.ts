import "server-only";
import type { Generated } from "kysely";
import type { EmbeddingTables } from "./embeddings/tables.ts";
import type { FeedbackTables } from "./feedback/tables.ts";
import type { GroupTables } from "./groups/tables.ts";
import type { JobTables } from "./jobs/tables.ts";
import type { PeopleTables } from "./people/tables.ts";
import type { SyncTables } from "./sync/tables.ts";

// Conventions: timestamps are epoch milliseconds, booleans are 0 or 1, JSON is text. Every row has its
// project's ID, so that queries never return another project's rows.

/** Work that only one process at a time may do. */
export interface LeaseTable {
  name: string;
  holder: string;
  until: number;
  /** Increases with every change of the holder, so that a former holder can't write anymore. */
  fence: Generated<number>;
}

/** A project's settings by name; values are JSON text. */
export interface ProjectSettingTable {
  project_id: string;
  name: string;
  value: string;
  set_at: number;
}

/**
 * Counts a project's changes, so that processes notice each other's. Triggers maintain it. Only on SQLite:
 * PostgreSQL notifies.
 */
export interface ProjectChangeTable {
  project_id: string;
  feedback: number;
  jobs: number;
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

/** A saved view of the inbox. */
export interface SavedViewTable {
  project_id: string;
  id: string;
  /** The person whose view it is; null for the team. */
  owner_id: string | null;
  name: string;
  /** Canonical, as in the inbox's URL, without `?`. */
  query: string;
  /** JSON; null for the layout that each person has chosen. */
  layout: string | null;
  created_at: number;
}

/** How a person arranges views. Views may have been deleted since. */
export interface ViewArrangementTable {
  project_id: string;
  person_id: string;
  /** JSON list of view IDs. */
  view_order: string;
  default_id: string | null;
}

/** Every table of the store. */
export interface StoreSchema
  extends FeedbackTables,
    GroupTables,
    EmbeddingTables,
    SyncTables,
    JobTables,
    PeopleTables {
  lease: LeaseTable;
  project_setting: ProjectSettingTable;
  project_change: ProjectChangeTable;
  saved_view: SavedViewTable;
  view_arrangement: ViewArrangementTable;
  forgotten_reader: ForgottenReaderTable;
  forgotten_reader_key: ForgottenReaderKeyTable;
}
