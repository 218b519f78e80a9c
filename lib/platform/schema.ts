import "server-only";
import type { Generated } from "kysely";

// The embedded platform's own tables. The dashboard never reads them. All carry the prefix
// `platform_`, as both rooms may share one PostgreSQL database.

export interface PlatformProjectTable {
  id: string;
  name: string;
  organization: string;
  /** Counts up with every batch of an import that changes anything. */
  revision: Generated<number>;
}

export interface PlatformEntryTable {
  project_id: string;
  id: string;
  source: string;
  status: string;
  /** Null where the entry has no date. */
  created_at: number | null;
  /** `created_at`, or before all dates where there is none. */
  sort_at: number;
  /** The strict entry as JSON text, exactly as it is exported. */
  entry: string;
  /** The project's, as of the import that last wrote this; 0 where none did. */
  revision: Generated<number>;
}

export interface PlatformKeyTable {
  id: string;
  project_id: string;
  organization: string;
  name: string;
  /** SHA-256 of the key, hexadecimal. */
  hash: string;
  /** Its first and last characters, to recognise it by. */
  hint: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
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
  /** Which process works on it, and until when it has the right to. */
  holder: string | null;
  held_until: number | null;
  /** How often its current prompt was begun. */
  attempts: number;
  /** Why it failed; in the job's report and in the log, not in the interface. */
  failure: string | null;
}

/** The prompts of a job in their order: the first one, then follow-ups. */
export interface PlatformJobMessageTable {
  id: Generated<number>;
  job_id: string;
  prompt: string;
  created_at: number;
  /** When the agent had worked it off; null while it waits or runs. */
  done_at: number | null;
}

/** What the agent said while it worked on a prompt, of the last try. */
export interface PlatformOutputTable {
  message_id: number;
  output: string;
}

export interface PlatformPullTable {
  number: Generated<number>;
  project_id: string;
  job_id: string;
  /** Unique: a job whose pull request was settled opens its next one on another branch. */
  branch: string;
  base: string;
  /** What its changes are compared with, and their last commit; final once it is settled. */
  base_commit: string;
  head_commit: string;
  title: string;
  body: string;
  /** `open`, `merged` or `closed`. */
  state: string;
  created_at: number;
  settled_at: number | null;
  /** The commit that merged it. */
  merge_commit: string | null;
  /** Where it is when another code host has it; null for our own, whose page is its number. */
  link: string | null;
}

export interface PlatformSchema {
  platform_project: PlatformProjectTable;
  platform_entry: PlatformEntryTable;
  platform_key: PlatformKeyTable;
  platform_use: PlatformUseTable;
  platform_budget: PlatformBudgetTable;
  platform_job: PlatformJobTable;
  platform_job_message: PlatformJobMessageTable;
  platform_output: PlatformOutputTable;
  platform_pull: PlatformPullTable;
}
