import "server-only";
import type { Generated } from "kysely";
import type { HostComment } from "../../contract/api/host-reviews.ts";
import type { Verdict } from "../../contract/api/job-review.ts";
import type { LedgerState } from "../../contract/api/job-states.ts";
import type { JobEventKind, JobOutcome } from "../../contract/api/jobs.ts";
import type { MessageState } from "../../contract/api/message-states.ts";
import type { PullNudge, PullState } from "../../contract/api/pull-states.ts";
import type { Dialect, TableFamily } from "../../database/schema.ts";

/** The ledger of agent jobs. A job's row is written before the job is sent. */
export interface JobTable {
  id: string;
  project_id: string;
  /** Chosen by the browser. Repeated requests with the same key create one job. */
  intent_key: string;
  state: LedgerState;
  /** The platform's status; null until the job was sent. */
  platform_status: string | null;
  /** The exact text that was sent. */
  prompt: string;
  created_at: number;
  platform_job_id: string | null;
  pr_link: string | null;
  repository: string | null;
  ref: string | null;
  model: string | null;
  archived_at: number | null;
  /** When the platform first reported a final status; null while the job is active. */
  settled_at: number | null;
  /** Since when the platform answers that it doesn't know the job; null if it knows it. */
  missing_since: number | null;
  /** When the job counted as deleted, after the platform didn't know it for a day. */
  deleted_at: number | null;
  /** When the platform's status or link last changed. */
  changed_at: number | null;
  /** What the platform sent as a link if it isn't a web address; shortened. */
  link_text: string | null;
  /** Why the job was rejected or is unconfirmed, or its latest poll or pull request check failed, for people to read. */
  problem: string | null;
  /** When the platform last answered about it. */
  last_polled_at: number | null;
  /** When a poll was last started. */
  asked_at: number | null;
  /**
   * When to poll the job, send it if it's scheduled, or give up on an answer that a stopped process
   * waited for. Null once nothing is left to do.
   */
  next_poll_at: number | null;
  /** When the current work began: the job's creation, or the last follow-up. */
  began_at: number;
  /** Not sent before this time; null unless scheduled. */
  scheduled_for: number | null;
  /** The job that this one retries. */
  retry_of: string | null;
  /** The outcome that a person set. */
  outcome: JobOutcome | null;
  outcome_at: number | null;
  /** Null until the pull request was checked. */
  pr_state: PullState | null;
  /** Why it doesn't get merged, as of the last check. */
  pr_nudge: PullNudge | null;
  /** 1 if its code host says that checks failed, 0 if none did; null if it says nothing. */
  pr_checks_failed: number | null;
  /** The checks of its code host by name, as JSON; null if it names none. */
  pr_checks: string | null;
  /** What its code host's reviewers said, without their comments, as JSON; null if it says nothing. */
  pr_review: string | null;
  /** When the link was first seen. */
  pr_since: number | null;
  pr_checked_at: number | null;
  /** When to check the pull request again; null if it's merged or closed, or there is none. */
  pr_next_at: number | null;
  /** Who created it; null for jobs from before Errata recorded people. */
  by_id: string | null;
  by_name: string | null;
  /** The jobs that were created at once have the same; null for a single job. */
  batch_id: string | null;
  /** Its pages and what they are about; null for jobs from before, whose title is in the prompt. */
  title: string | null;
  /** What a person asks of the platform about it, as JSON, until the history has it; null if there is nothing. */
  requested: string | null;
}

/** The ledger's job for each platform job ID that the platform returned or a person entered. */
export interface JobPlatformIdTable {
  project_id: string;
  platform_job_id: string;
  job_id: string;
}

export interface JobFeedbackTable {
  project_id: string;
  job_id: string;
  feedback_id: string;
}

/** Follow-up messages. Like a job's row, a message's row is written before the message is sent. */
export interface JobMessageTable {
  id: string;
  project_id: string;
  job_id: string;
  /** Chosen by the browser. Repeated requests with the same key create one message. */
  intent_key: string;
  state: MessageState;
  prompt: string;
  created_at: number;
  sent_at: number | null;
  scheduled_for: number | null;
  problem: string | null;
  /** When to send or check the message; null once nothing is left to do. */
  next_at: number | null;
  /** Name of the person who wrote it. */
  by_name: string | null;
}

/** A job's history. Each event is written in the same transaction as the change. */
export interface JobEventTable {
  id: Generated<number>;
  project_id: string;
  job_id: string;
  at: number;
  kind: JobEventKind;
  /** A flat JSON object. */
  detail: string;
}

/** A message to a reader that a teammate opened in a mail program, by the item that it's about. */
export interface ReaderMessageTable {
  project_id: string;
  feedback_id: string;
  /** The merged job that it was last opened for. */
  job_id: string;
  opened_at: number;
  by_name: string;
}

/** Whether a job's change does what a linked item asked for, as a person sees it. */
export interface JobVerdictTable {
  project_id: string;
  job_id: string;
  feedback_id: string;
  verdict: Verdict;
  set_at: number;
  by_name: string;
}

/** A changed file of a job that a person has reviewed. */
export interface ReviewedFileTable {
  project_id: string;
  job_id: string;
  person_id: string;
  /** The file's content before and after, see `PullFile`. */
  version: string;
  reviewed_at: number;
}

/** What a person says about lines of a job's change, for a follow-up. */
export interface ReviewCommentTable {
  project_id: string;
  /** Made by the browser. */
  id: string;
  job_id: string;
  person_id: string;
  /** `discarded` and `edited`: a commit of the person, whose text is empty. */
  kind: "comment" | "discarded" | "edited";
  path: string;
  /** See `CommentedLines`, as they were when it was written. */
  line: number;
  last_line: number;
  quote: string;
  /** Null once it was deleted. */
  text: string | null;
  created_at: number;
  /** The follow-up that it was sent with. */
  message_id: string | null;
  /** Where the branch was, and the person's name, until the commit is known to be on it. */
  parent_id: string | null;
  by_name: string | null;
  /** The comment of the code host that it was taken from, as JSON; null for the person's own. */
  origin: string | null;
}

/** A comment on a job's pull request on its code host, as of the last reading. See `HostComment`. */
export interface HostCommentTable {
  project_id: string;
  job_id: string;
  id: string;
  author: string;
  is_bot: number;
  text: string;
  at: number | null;
  link: string | null;
  path: string;
  line: number;
  last_line: number;
  is_removed: number;
  quote: string;
  state: HostComment["state"];
}

/** The tables of the ledger of agent jobs. */
export interface JobTables {
  job: JobTable;
  job_platform_id: JobPlatformIdTable;
  job_feedback: JobFeedbackTable;
  job_message: JobMessageTable;
  job_event: JobEventTable;
  reader_message: ReaderMessageTable;
  job_verdict: JobVerdictTable;
  reviewed_file: ReviewedFileTable;
  review_comment: ReviewCommentTable;
  host_comment: HostCommentTable;
}

export const jobs: TableFamily = {
  tables: (dialect) => [
    ...jobTables(dialect),
    ...jobLinkTables(dialect),
    ...messageTables(dialect),
    ...reviewTables(dialect),
    ...hostCommentTables(dialect),
  ],
};

function jobTables({ key, bigint }: Dialect): string[] {
  return [
    `create table job (
      id ${key} primary key,
      project_id ${key} not null,
      intent_key ${key} not null,
      state text not null,
      prompt text not null,
      created_at ${bigint} not null,
      platform_job_id text,
      pr_link text,
      repository text,
      ref text,
      model text,
      archived_at ${bigint},
      settled_at ${bigint},
      problem text,
      last_polled_at ${bigint},
      next_poll_at ${bigint},
      began_at ${bigint} not null default 0,
      scheduled_for ${bigint},
      outcome_at ${bigint},
      pr_since ${bigint},
      pr_checked_at ${bigint},
      pr_next_at ${bigint},
      retry_of text,
      outcome text,
      pr_state text,
      by_id ${key},
      by_name text,
      platform_status text,
      missing_since ${bigint},
      deleted_at ${bigint},
      changed_at ${bigint},
      asked_at ${bigint},
      link_text text,
      batch_id ${key},
      title text,
      pr_nudge text,
      pr_checks_failed integer,
      pr_checks text,
      pr_review text,
      requested text,
      constraint job_intent unique (project_id, intent_key)
    )`,
    "create index job_by_date on job (project_id, created_at, id)",
    "create index job_to_poll on job (next_poll_at)",
    "create index job_pull_to_look_at on job (pr_next_at)",
    "create index job_by_request on job (asked_at)",
    "create index job_by_batch on job (project_id, batch_id)",
  ];
}

/** What a job is known by, and what it is about. */
function jobLinkTables({ key }: Dialect): string[] {
  return [
    `create table job_platform_id (
      project_id ${key} not null,
      platform_job_id ${key} not null,
      job_id ${key} not null,
      constraint job_platform_id_key primary key (project_id, platform_job_id)
    )`,
    `create table job_feedback (
      project_id ${key} not null,
      job_id ${key} not null,
      feedback_id ${key} not null,
      constraint job_feedback_key primary key (project_id, job_id, feedback_id)
    )`,
    "create index job_feedback_by_entry on job_feedback (project_id, feedback_id)",
  ];
}

function messageTables({ key, bigint, serial }: Dialect): string[] {
  return [
    `create table job_message (
      id ${key} primary key,
      project_id ${key} not null,
      job_id ${key} not null,
      intent_key ${key} not null,
      state text not null,
      prompt text not null,
      created_at ${bigint} not null,
      sent_at ${bigint},
      scheduled_for ${bigint},
      problem text,
      next_at ${bigint},
      by_name text,
      constraint job_message_intent unique (project_id, intent_key)
    )`,
    "create index job_message_by_job on job_message (project_id, job_id, created_at)",
    "create index job_message_due on job_message (next_at)",
    `create table job_event (
      id ${serial},
      project_id ${key} not null,
      job_id ${key} not null,
      at ${bigint} not null,
      kind text not null,
      detail text not null
    )`,
    "create index job_event_by_job on job_event (project_id, job_id, id)",
    `create table reader_message (
      project_id ${key} not null,
      feedback_id ${key} not null,
      job_id ${key} not null,
      opened_at ${bigint} not null,
      by_name text not null,
      constraint reader_message_key primary key (project_id, feedback_id)
    )`,
  ];
}

function reviewTables({ key, bigint }: Dialect): string[] {
  return [
    `create table job_verdict (
      project_id ${key} not null,
      job_id ${key} not null,
      feedback_id ${key} not null,
      verdict text not null,
      set_at ${bigint} not null,
      by_name text not null,
      constraint job_verdict_key primary key (project_id, job_id, feedback_id)
    )`,
    `create table reviewed_file (
      project_id ${key} not null,
      job_id ${key} not null,
      person_id ${key} not null,
      version ${key} not null,
      reviewed_at ${bigint} not null,
      constraint reviewed_file_key primary key (project_id, job_id, person_id, version)
    )`,
    `create table review_comment (
      project_id ${key} not null,
      id ${key} not null,
      job_id ${key} not null,
      person_id ${key} not null,
      kind text not null,
      path text not null,
      line integer not null,
      last_line integer not null,
      quote text not null,
      text text,
      created_at ${bigint} not null,
      message_id ${key},
      parent_id text,
      by_name text,
      origin text,
      constraint review_comment_key primary key (project_id, id)
    )`,
    "create index review_comment_by_job on review_comment (project_id, job_id)",
  ];
}

function hostCommentTables({ key, bigint }: Dialect): string[] {
  return [
    `create table host_comment (
      project_id ${key} not null,
      job_id ${key} not null,
      id ${key} not null,
      author text not null,
      is_bot integer not null,
      text text not null,
      at ${bigint},
      link text,
      path text not null,
      line integer not null,
      last_line integer not null,
      is_removed integer not null,
      quote text not null,
      state text not null,
      constraint host_comment_key primary key (project_id, job_id, id)
    )`,
  ];
}
