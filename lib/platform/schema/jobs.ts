import "server-only";
import type { HeldDecision } from "../../contract/api/leash.ts";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, serial, table, text } from "../../database/table.ts";

/** Whether the work of a stopped job is kept. */
export type StopMode = "keep" | "discard";

/** The tables of agent jobs. */
export const jobs = {
  tables: {
    platform_job: table({
      id: key.primary,
      project_id: key,
      status: text,
      repository: text,
      ref: text,
      model: text,
      pr_link: text.orNull,
      created_at: bigint,
      archived_at: bigint.orNull,
      /** The process that holds the job's lease, and when the lease expires. */
      holder: text.orNull,
      held_until: bigint.orNull,
      /** How many times the current prompt was started. */
      attempts: integer,
      /** Why it failed. Shown in the job's report and the log, not in the interface. */
      failure: text.orNull,
      /** The mode in which someone stopped the job, `keep` or `discard` its work; null for others. */
      stop: text.of<StopMode>().orNull,
      /** ID of the last request of a person that was carried out: stopping it, or deciding about its change. */
      last_request: text.orNull,
    }),
    /** The prompts of a job in order: the first one, then follow-ups. */
    platform_job_message: table({
      id: serial,
      job_id: key,
      prompt: text,
      created_at: bigint,
      /** When the agent finished it; null while it waits or runs. */
      done_at: bigint.orNull,
      /** JSON of the `JobPage`s that its first run resolved; null before. */
      pages: text.orNull,
      /** JSON of the `AgentUsage` that the agent reported; null if it reported none. */
      usage: text.orNull,
      /** JSON of the `CheckProblem`s that Errata's own checks find in its change; null before. */
      problems: text.orNull,
      /** JSON of the `CommandCheck` of its change; null before, and without a command. */
      checks: text.orNull,
      /** 1 for the prompt that gives the new problems back to the agent; null for those of people. */
      from_checks: integer.orNull,
      /** 1 if its agent only reported, because the project's settings say so. */
      report_only: integer.orNull,
      /** Milliseconds that its agent worked, over all attempts; null before. */
      worked_ms: bigint.orNull,
    }),
    /** The agent's output for a prompt, from the last attempt. */
    platform_output: table({
      message_id: bigint.primary,
      output: text,
      /** JSON of the `AgentProgress`; null for output from before. */
      progress: text.orNull,
      /** When the agent last printed something. */
      saved_at: bigint.orNull,
    }),
    /** A change that waits for a person, because it goes beyond what the agent may change; at most one per job. */
    platform_held_change: table({
      job_id: key.primary,
      message_id: bigint,
      /** The branch that it is for, and the commit that it starts from. */
      branch: text,
      start_commit: text,
      tree: text,
      /** The tree without the files that the agent may not change; null if nothing else changed. */
      trimmed_tree: text.orNull,
      /** The objects of both trees: a git pack in base64. */
      pack: text,
      summary: text,
      /** 1 if its pull request starts as a draft, because the agent was stopped. */
      is_draft: integer,
      /** JSON of the `HeldChange`. */
      held: text,
      /** The decision; null while it waits. */
      decision: text.of<HeldDecision>().orNull,
      created_at: bigint,
    }),
  },
  indexes: [
    "create index platform_job_by_status on platform_job (status, created_at)",
    "create index platform_job_message_by_job on platform_job_message (job_id, id)",
  ],
} satisfies TableFamily;

export type PlatformHeldChangeTable = RowOf<(typeof jobs)["tables"]["platform_held_change"]>;
export type PlatformJobMessageTable = RowOf<(typeof jobs)["tables"]["platform_job_message"]>;
export type PlatformJobTable = RowOf<(typeof jobs)["tables"]["platform_job"]>;
