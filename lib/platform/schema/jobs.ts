import "server-only";
import type { Generated } from "kysely";
import type { HeldDecision } from "../../contract/api/leash.ts";
import type { TableFamily } from "../../database/schema.ts";

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
  /** The mode in which someone stopped the job, `keep` or `discard` its work; null for others. */
  stop: Generated<StopMode | null>;
  /** ID of the last request of a person that was carried out: stopping it, or deciding about its change. */
  last_request: Generated<string | null>;
}

/** Whether the work of a stopped job is kept. */
export type StopMode = "keep" | "discard";

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
  /** JSON of the `CheckProblem`s that Errata's own checks find in its change; null before. */
  problems: Generated<string | null>;
  /** JSON of the `CommandCheck` of its change; null before, and without a command. */
  checks: Generated<string | null>;
  /** 1 for the prompt that gives the new problems back to the agent; null for those of people. */
  from_checks: Generated<number | null>;
  /** 1 if its agent only reported, because the project's settings say so. */
  report_only: Generated<number | null>;
  /** JSON of the `AgentUsage` that the agent reported; null if it reported none. */
  usage: Generated<string | null>;
  /** Milliseconds that its agent worked, over all attempts; null before. */
  worked_ms: Generated<number | null>;
}

/** The agent's output for a prompt, from the last attempt. */
export interface PlatformOutputTable {
  message_id: number;
  output: string;
  /** JSON of the `AgentProgress`; null for output from before. */
  progress: Generated<string | null>;
  /** When the agent last printed something. */
  saved_at: Generated<number | null>;
}

/** A change that waits for a person, because it goes beyond what the agent may change; at most one per job. */
export interface PlatformHeldChangeTable {
  job_id: string;
  message_id: number;
  /** The branch that it is for, and the commit that it starts from. */
  branch: string;
  start_commit: string;
  tree: string;
  /** The tree without the files that the agent may not change; null if nothing else changed. */
  trimmed_tree: string | null;
  /** The objects of both trees: a git pack in base64. */
  pack: string;
  summary: string;
  /** 1 if its pull request starts as a draft, because the agent was stopped. */
  is_draft: number;
  /** JSON of the `HeldChange`. */
  held: string;
  /** The decision; null while it waits. */
  decision: HeldDecision | null;
  created_at: number;
}

/** The tables of agent jobs. */
export interface JobsTables {
  platform_job: PlatformJobTable;
  platform_job_message: PlatformJobMessageTable;
  platform_output: PlatformOutputTable;
  platform_held_change: PlatformHeldChangeTable;
}

export const jobs: TableFamily = {
  tables: ({ key, bigint, serial }) => [
    `create table platform_job (
      id ${key} primary key,
      project_id ${key} not null,
      status text not null,
      repository text not null,
      ref text not null,
      model text not null,
      pr_link text,
      created_at ${bigint} not null,
      archived_at ${bigint},
      holder text,
      held_until ${bigint},
      attempts integer not null,
      failure text,
      stop text,
      last_request text
    )`,
    "create index platform_job_by_status on platform_job (status, created_at)",
    `create table platform_job_message (
      id ${serial},
      job_id ${key} not null,
      prompt text not null,
      created_at ${bigint} not null,
      done_at ${bigint},
      pages text,
      usage text,
      problems text,
      checks text,
      from_checks integer,
      report_only integer,
      worked_ms ${bigint}
    )`,
    "create index platform_job_message_by_job on platform_job_message (job_id, id)",
    `create table platform_output (
      message_id ${bigint} primary key,
      output text not null,
      progress text,
      saved_at ${bigint}
    )`,
    `create table platform_held_change (
      job_id ${key} primary key,
      message_id ${bigint} not null,
      branch text not null,
      start_commit text not null,
      tree text not null,
      trimmed_tree text,
      pack text not null,
      summary text not null,
      is_draft integer not null,
      held text not null,
      decision text,
      created_at ${bigint} not null
    )`,
  ],
};
