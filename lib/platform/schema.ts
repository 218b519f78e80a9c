import "server-only";
import type { Generated } from "kysely";

// Tables of the built-in platform. The dashboard never reads them. Their prefix `platform_` keeps
// them apart from the dashboard's tables in a shared PostgreSQL database.

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

export interface PlatformKeyTable {
  id: string;
  project_id: string;
  organization: string;
  name: string;
  /** SHA-256 of the key, hexadecimal. */
  hash: string;
  /** First and last characters of the key, to recognize it. */
  hint: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  /** Null for no end. */
  expires_at: number | null;
  /** Separated by spaces; null for all. */
  scopes: string | null;
}

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

/** What a documentation site sent, beside the entry. */
export interface PlatformSubmissionTable {
  project_id: string;
  entry_id: string;
  collect_key: string;
  /** The ID that the client chose, while a second submission can complete this one. */
  client_id: string | null;
  received_at: number;
  /** JSON of `Extras`. */
  extras: string;
  /** 1 if the user agent said that it is a program. */
  is_bot: number;
  /** Why it looks like spam, and its entry as JSON while it is held. */
  suspicion: string | null;
  suspected_entry: string | null;
}

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
  /** Items that were read so far, and what became of them. */
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

/** What an import did to an entry. Deleted with the entry, and once the import is undone. */
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

/** One counted request: `export:{organization}` or `jobs:{projectId}`. */
export interface PlatformUseTable {
  id: Generated<number>;
  budget: string;
  at: number;
}

export interface PlatformBudgetTable {
  budget: string;
}

export interface PlatformJobTable {
  id: string;
  project_id: string;
  status: string;
  repository: string;
  ref: string;
  model: string;
  pr_link: string | null;
  created_at: number;
  archived_at: number | null;
  /** The process that holds the job's lease, and when the lease expires. */
  holder: string | null;
  held_until: number | null;
  /** How many times the current prompt was started. */
  attempts: number;
  /** Why it failed. Shown in the job's report and the log, not in the interface. */
  failure: string | null;
}

/** The prompts of a job in order: the first one, then follow-ups. */
export interface PlatformJobMessageTable {
  id: Generated<number>;
  job_id: string;
  prompt: string;
  created_at: number;
  /** When the agent finished it; null while it waits or runs. */
  done_at: number | null;
  /** JSON of the `JobPage`s that its first run resolved; null before. */
  pages: Generated<string | null>;
}

/** The agent's output for a prompt, from the last attempt. */
export interface PlatformOutputTable {
  message_id: number;
  output: string;
}

export interface PlatformPullTable {
  number: Generated<number>;
  project_id: string;
  job_id: string;
  /** Unique: after a pull request is merged or closed, the job's next one uses a new branch. */
  branch: string;
  base: string;
  /** First and last commit of its diff. Final once it is merged or closed. */
  base_commit: string;
  head_commit: string;
  title: string;
  body: string;
  /** `open`, `merged` or `closed`. */
  state: string;
  created_at: number;
  settled_at: number | null;
  /** The merge commit. */
  merge_commit: string | null;
  /** Its URL on another code host; null for a pull request of the built-in code host. */
  link: string | null;
}

/** One row: the ID of the folder with the built-in code host's repositories, see host/repository-home.ts. */
export interface PlatformRepositoryHomeTable {
  singleton: number;
  id: string;
}

export interface PlatformSchema {
  platform_project: PlatformProjectTable;
  platform_entry: PlatformEntryTable;
  platform_deletion: PlatformDeletionTable;
  platform_key: PlatformKeyTable;
  platform_collect_key: PlatformCollectKeyTable;
  platform_submission: PlatformSubmissionTable;
  platform_import: PlatformImportTable;
  platform_import_change: PlatformImportChangeTable;
  platform_use: PlatformUseTable;
  platform_budget: PlatformBudgetTable;
  platform_job: PlatformJobTable;
  platform_job_message: PlatformJobMessageTable;
  platform_output: PlatformOutputTable;
  platform_pull: PlatformPullTable;
  platform_repository_home: PlatformRepositoryHomeTable;
}
