import "server-only";
import type { Insertable } from "kysely";
import type { FeedbackRow } from "../contract/dashboard.ts";
import type { Database } from "../database/open.ts";
import { feedbackRowsByIds } from "./feedback-row.ts";
import {
  dueJobs,
  feedbackOfJob,
  type JobSummary,
  jobRow,
  jobSummaries,
  jobSummary,
  nextDueAt,
} from "./job-read.ts";
import {
  changeJob,
  insertIntent,
  type JobChange,
  type JobRow,
  type JobWitness,
  recordAnswer,
} from "./job-write.ts";
import type { JobTable, StoreSchema } from "./schema.ts";

/** The rows of the ledger. What they mean and what follows from them is lib/jobs. */
export interface JobStore {
  insertIntent(
    intent: Insertable<JobTable>,
    feedbackIds: readonly string[],
  ): Promise<{ row: JobRow; created: boolean }>;
  change(witness: JobWitness, change: JobChange): Promise<boolean>;
  recordAnswer(id: string, change: JobChange): Promise<void>;
  due(now: number, limit: number): Promise<JobRow[]>;
  nextDueAt(): Promise<number | null>;
  row(projectId: string, id: string): Promise<JobRow | undefined>;
  summary(projectId: string, id: string): Promise<JobSummary | undefined>;
  summaries(
    projectId: string,
    page: { before: { createdAt: number; id: string } | null; limit: number },
  ): Promise<JobSummary[]>;
  feedbackIds(projectId: string, jobId: string): Promise<string[]>;
  feedbackRows(projectId: string, ids: readonly string[]): Promise<FeedbackRow[]>;
}

export function createJobStore({ query: db }: Database<StoreSchema>): JobStore {
  return {
    insertIntent: (intent, feedbackIds) => insertIntent(db, intent, feedbackIds),
    change: (witness, change) => changeJob(db, witness, change),
    recordAnswer: (id, change) => recordAnswer(db, id, change),
    due: (now, limit) => dueJobs(db, now, limit),
    nextDueAt: () => nextDueAt(db),
    row: (projectId, id) => jobRow(db, projectId, id),
    summary: (projectId, id) => jobSummary(db, projectId, id),
    summaries: (projectId, page) => jobSummaries(db, projectId, page),
    feedbackIds: (projectId, jobId) => feedbackOfJob(db, projectId, jobId),
    feedbackRows: (projectId, ids) => feedbackRowsByIds(db, projectId, ids),
  };
}
