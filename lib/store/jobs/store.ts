import "server-only";
import type { Insertable } from "kysely";
import type { FeedbackRow } from "../../contract/api/feedback.ts";
import type { JobCounts, JobEvent, OpenJob } from "../../contract/api/jobs.ts";
import type { Database } from "../../database/open.ts";
import { feedbackRowsByIds } from "../feedback/row.ts";
import type { JobMessageTable, JobTable, StoreSchema } from "../schema.ts";
import {
  claimPolls,
  dueUnanswered,
  type NextDue,
  nextDue,
  type QuietPoll,
  recordQuietPolls,
} from "./due.ts";
import { eventsOfJob, type NewJobEvent, recordEvents } from "./events.ts";
import { type JobFilter, jobCounts, openJobsOf } from "./filter.ts";
import { insertIntent, insertRetry } from "./intent.ts";
import {
  changeMessage,
  dueMessages,
  type ExpectedMessage,
  insertMessage,
  type MessageChange,
  type MessageRow,
  messagesOfJob,
} from "./messages.ts";
import { checkPullsNow, claimPulls, recordPull } from "./pull-requests.ts";
import {
  feedbackOfJob,
  type JobSummary,
  jobOfPlatform,
  jobRow,
  jobSummaries,
  jobSummary,
  retryOf,
} from "./read.ts";
import {
  changeJob,
  type EventBatch,
  type ExpectedJob,
  type JobChange,
  type JobRow,
  recordAnswer,
  recordFound,
} from "./write.ts";

/** The rows of the ledger. What they mean and what follows from them is lib/jobs. */
export interface JobStore {
  insertIntent(
    intent: Insertable<JobTable>,
    feedbackIds: readonly string[],
  ): Promise<{ row: JobRow; created: boolean }>;
  insertRetry(
    expected: ExpectedJob,
    intent: Insertable<JobTable>,
  ): Promise<{ row: JobRow; created: boolean } | null>;
  change(expected: ExpectedJob, change: JobChange, batch?: EventBatch): Promise<boolean>;
  recordAnswer(expected: ExpectedJob, change: JobChange, batch: EventBatch): Promise<void>;
  recordFound(
    expected: ExpectedJob,
    platformJobId: string,
    change: JobChange,
    batch: EventBatch,
  ): Promise<{ changed: boolean } | { takenBy: string }>;
  addEvents(
    job: { id: string; project_id: string },
    at: number,
    events: readonly NewJobEvent[],
  ): Promise<void>;

  dueUnanswered(now: number, limit: number): Promise<JobRow[]>;
  claimPolls(now: number, until: number, limit: number): Promise<Omit<JobRow, "prompt">[]>;
  recordQuietPolls(polls: readonly QuietPoll[]): Promise<void>;
  dueMessages(now: number, limit: number): Promise<MessageRow[]>;
  claimPulls(now: number, until: number, limit: number): Promise<JobRow[]>;
  nextDue(): Promise<NextDue>;

  recordPull(
    row: JobRow,
    change: Pick<JobChange, "pr_state" | "pr_checked_at" | "pr_next_at">,
    batch: EventBatch,
  ): Promise<boolean>;
  checkPullsNow(at: number, which: { jobId: string } | { link: string }): Promise<void>;

  insertMessage(message: Insertable<JobMessageTable>): Promise<MessageRow>;
  changeMessage(
    expected: ExpectedMessage,
    change: MessageChange,
    at: number,
    job?: { change: JobChange; events: readonly NewJobEvent[] },
    by?: string,
  ): Promise<boolean>;
  messages(projectId: string, jobId: string): Promise<MessageRow[]>;

  row(projectId: string, id: string): Promise<JobRow | undefined>;
  summary(projectId: string, id: string): Promise<JobSummary | undefined>;
  summaries(
    projectId: string,
    filter: JobFilter,
    page: { before: { createdAt: number; id: string } | null; limit: number },
  ): Promise<JobSummary[]>;
  counts(projectId: string): Promise<JobCounts>;
  ofPlatform(projectId: string, platformJobId: string): Promise<string | null>;
  openJobsOf(projectId: string, feedbackIds: readonly string[]): Promise<OpenJob[]>;
  events(projectId: string, jobId: string): Promise<JobEvent[]>;
  retryOf(projectId: string, jobId: string): Promise<string | null>;
  feedbackIds(projectId: string, jobId: string): Promise<string[]>;
  feedbackRows(projectId: string, ids: readonly string[]): Promise<FeedbackRow[]>;
}

export function createJobStore({ query: db }: Database<StoreSchema>): JobStore {
  return {
    insertIntent: (intent, feedbackIds) => insertIntent(db, intent, feedbackIds),
    insertRetry: (expected, intent) => insertRetry(db, expected, intent),
    change: (expected, change, batch) => changeJob(db, expected, change, batch),
    recordAnswer: (expected, change, batch) => recordAnswer(db, expected, change, batch),
    recordFound: (expected, id, change, batch) => recordFound(db, expected, id, change, batch),
    addEvents: (job, at, events) => recordEvents(db, job, at, events),
    dueUnanswered: (now, limit) => dueUnanswered(db, now, limit),
    claimPolls: (now, until, limit) => claimPolls(db, now, until, limit),
    recordQuietPolls: (polls) => recordQuietPolls(db, polls),
    dueMessages: (now, limit) => dueMessages(db, now, limit),
    claimPulls: (now, until, limit) => claimPulls(db, now, until, limit),
    nextDue: () => nextDue(db),
    recordPull: (row, change, batch) => recordPull(db, row, change, batch),
    checkPullsNow: (at, which) => checkPullsNow(db, at, which),
    insertMessage: (message) => insertMessage(db, message),
    changeMessage: (expected, change, at, job, by) =>
      changeMessage(db, expected, change, at, job, by),
    messages: (projectId, jobId) => messagesOfJob(db, projectId, jobId),
    row: (projectId, id) => jobRow(db, projectId, id),
    summary: (projectId, id) => jobSummary(db, projectId, id),
    summaries: (projectId, filter, page) => jobSummaries(db, projectId, filter, page),
    counts: (projectId) => jobCounts(db, projectId),
    ofPlatform: (projectId, platformJobId) => jobOfPlatform(db, projectId, platformJobId),
    openJobsOf: (projectId, feedbackIds) => openJobsOf(db, projectId, feedbackIds),
    events: (projectId, jobId) => eventsOfJob(db, projectId, jobId),
    retryOf: (projectId, jobId) => retryOf(db, projectId, jobId),
    feedbackIds: (projectId, jobId) => feedbackOfJob(db, projectId, jobId),
    feedbackRows: (projectId, ids) => feedbackRowsByIds(db, projectId, ids),
  };
}
