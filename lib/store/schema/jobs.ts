import "server-only";
import type { HostComment } from "../../contract/api/host-reviews.ts";
import type { Verdict } from "../../contract/api/job-review.ts";
import type { LedgerState } from "../../contract/api/job-states.ts";
import type { JobEventKind, JobOutcome } from "../../contract/api/jobs.ts";
import type { MessageState } from "../../contract/api/message-states.ts";
import type { PullNudge, PullState } from "../../contract/api/pull-states.ts";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, serial, table, text } from "../../database/table.ts";

/** The tables of the ledger of agent jobs. */
export const jobs = {
  tables: {
    /** The ledger of agent jobs. A job's row is written before the job is sent. */
    job: table({
      id: key.primary,
      project_id: key,
      /** Chosen by the browser. Repeated requests with the same key create one job. */
      intent_key: key,
      state: text.of<LedgerState>(),
      /** The exact text that was sent. */
      prompt: text,
      created_at: bigint,
      platform_job_id: text.orNull,
      pr_link: text.orNull,
      repository: text.orNull,
      ref: text.orNull,
      model: text.orNull,
      archived_at: bigint.orNull,
      /** When the platform first reported a final status; null while the job is active. */
      settled_at: bigint.orNull,
      /** Why the job was rejected or is unconfirmed, or its latest poll or pull request check failed, for people to read. */
      problem: text.orNull,
      /** When the platform last answered about it. */
      last_polled_at: bigint.orNull,
      /**
       * When to poll the job, send it if it's scheduled, or give up on an answer that a stopped process
       * waited for. Null once nothing is left to do.
       */
      next_poll_at: bigint.orNull,
      /** When the current work began: the job's creation, or the last follow-up. */
      began_at: bigint.default(0),
      /** Not sent before this time; null unless scheduled. */
      scheduled_for: bigint.orNull,
      outcome_at: bigint.orNull,
      /** When the link was first seen. */
      pr_since: bigint.orNull,
      pr_checked_at: bigint.orNull,
      /** When to check the pull request again; null if it's merged or closed, or there is none. */
      pr_next_at: bigint.orNull,
      /** The job that this one retries. */
      retry_of: text.orNull,
      /** The outcome that a person set. */
      outcome: text.of<JobOutcome>().orNull,
      /** Null until the pull request was checked. */
      pr_state: text.of<PullState>().orNull,
      /** Who created it; null for jobs from before Errata recorded people. */
      by_id: key.orNull,
      by_name: text.orNull,
      /** The platform's status; null until the job was sent. */
      platform_status: text.orNull,
      /** Since when the platform answers that it doesn't know the job; null if it knows it. */
      missing_since: bigint.orNull,
      /** When the job counted as deleted, after the platform didn't know it for a day. */
      deleted_at: bigint.orNull,
      /** When the platform's status or link last changed. */
      changed_at: bigint.orNull,
      /** When a poll was last started. */
      asked_at: bigint.orNull,
      /** What the platform sent as a link if it isn't a web address; shortened. */
      link_text: text.orNull,
      /** The jobs that were created at once have the same; null for a single job. */
      batch_id: key.orNull,
      /** Its pages and what they are about; null for jobs from before, whose title is in the prompt. */
      title: text.orNull,
      /** Why it doesn't get merged, as of the last check. */
      pr_nudge: text.of<PullNudge>().orNull,
      /** 1 if its code host says that checks failed, 0 if none did; null if it says nothing. */
      pr_checks_failed: integer.orNull,
      /** The checks of its code host by name, as JSON; null if it names none. */
      pr_checks: text.orNull,
      /** What its code host's reviewers said, without their comments, as JSON; null if it says nothing. */
      pr_review: text.orNull,
      /** What a person asks of the platform about it, as JSON, until the history has it; null if there is nothing. */
      requested: text.orNull,
    }).constraint("job_intent unique (project_id, intent_key)"),
    /** The ledger's job for each platform job ID that the platform returned or a person entered. */
    job_platform_id: table({
      project_id: key,
      platform_job_id: key,
      job_id: key,
    }).key("project_id", "platform_job_id"),
    job_feedback: table({
      project_id: key,
      job_id: key,
      feedback_id: key,
    }).key("project_id", "job_id", "feedback_id"),
    /** Follow-up messages. Like a job's row, a message's row is written before the message is sent. */
    job_message: table({
      id: key.primary,
      project_id: key,
      job_id: key,
      /** Chosen by the browser. Repeated requests with the same key create one message. */
      intent_key: key,
      state: text.of<MessageState>(),
      prompt: text,
      created_at: bigint,
      sent_at: bigint.orNull,
      scheduled_for: bigint.orNull,
      problem: text.orNull,
      /** When to send or check the message; null once nothing is left to do. */
      next_at: bigint.orNull,
      /** Name of the person who wrote it. */
      by_name: text.orNull,
    }).constraint("job_message_intent unique (project_id, intent_key)"),
    /** A job's history. Each event is written in the same transaction as the change. */
    job_event: table({
      id: serial,
      project_id: key,
      job_id: key,
      at: bigint,
      kind: text.of<JobEventKind>(),
      /** A flat JSON object. */
      detail: text,
    }),
    /** A message to a reader that a teammate opened in a mail program, by the item that it's about. */
    reader_message: table({
      project_id: key,
      feedback_id: key,
      /** The merged job that it was last opened for. */
      job_id: key,
      opened_at: bigint,
      by_name: text,
    }).key("project_id", "feedback_id"),
    /** Whether a job's change does what a linked item asked for, as a person sees it. */
    job_verdict: table({
      project_id: key,
      job_id: key,
      feedback_id: key,
      verdict: text.of<Verdict>(),
      set_at: bigint,
      by_name: text,
    }).key("project_id", "job_id", "feedback_id"),
    /** A changed file of a job that a person has reviewed. */
    reviewed_file: table({
      project_id: key,
      job_id: key,
      person_id: key,
      /** The file's content before and after, see `PullFile`. */
      version: key,
      reviewed_at: bigint,
    }).key("project_id", "job_id", "person_id", "version"),
    /** What a person says about lines of a job's change, for a follow-up. */
    review_comment: table({
      project_id: key,
      /** Made by the browser. */
      id: key,
      job_id: key,
      person_id: key,
      /** `discarded` and `edited`: a commit of the person, whose text is empty. */
      kind: text.of<"comment" | "discarded" | "edited">(),
      path: text,
      /** See `CommentedLines`, as they were when it was written. */
      line: integer,
      last_line: integer,
      quote: text,
      /** Null once it was deleted. */
      text: text.orNull,
      created_at: bigint,
      /** The follow-up that it was sent with. */
      message_id: key.orNull,
      /** Where the branch was, and the person's name, until the commit is known to be on it. */
      parent_id: text.orNull,
      by_name: text.orNull,
      /** The comment of the code host that it was taken from, as JSON; null for the person's own. */
      origin: text.orNull,
    }).key("project_id", "id"),
    /** A comment on a job's pull request on its code host, as of the last reading. See `HostComment`. */
    host_comment: table({
      project_id: key,
      job_id: key,
      id: key,
      author: text,
      is_bot: integer,
      text: text,
      at: bigint.orNull,
      link: text.orNull,
      path: text,
      line: integer,
      last_line: integer,
      is_removed: integer,
      quote: text,
      state: text.of<HostComment["state"]>(),
    }).key("project_id", "job_id", "id"),
  },
  indexes: [
    "create index job_by_date on job (project_id, created_at, id)",
    "create index job_to_poll on job (next_poll_at)",
    "create index job_pull_to_look_at on job (pr_next_at)",
    "create index job_by_request on job (asked_at)",
    "create index job_by_batch on job (project_id, batch_id)",
    "create index job_feedback_by_entry on job_feedback (project_id, feedback_id)",
    "create index job_message_by_job on job_message (project_id, job_id, created_at)",
    "create index job_message_due on job_message (next_at)",
    "create index job_event_by_job on job_event (project_id, job_id, id)",
    "create index review_comment_by_job on review_comment (project_id, job_id)",
  ],
} satisfies TableFamily;

export type HostCommentTable = RowOf<(typeof jobs)["tables"]["host_comment"]>;
export type JobMessageTable = RowOf<(typeof jobs)["tables"]["job_message"]>;
export type JobTable = RowOf<(typeof jobs)["tables"]["job"]>;
export type JobVerdictTable = RowOf<(typeof jobs)["tables"]["job_verdict"]>;
export type ReviewCommentTable = RowOf<(typeof jobs)["tables"]["review_comment"]>;
