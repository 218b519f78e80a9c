import "server-only";
import { type Selectable, sql } from "kysely";
import type { FeedbackRow } from "../../contract/api/feedback.ts";
import type { JobReference } from "../../contract/api/job-reference.ts";
import { ledgerStatesThat } from "../../contract/api/job-states.ts";
import { NOISE_REASONS, type NoiseReason } from "../../contract/api/noise.ts";
import { ADDRESS_LENGTH } from "../../text/address-patterns.ts";
import { truncateReaderText } from "../../text/truncate-reader-text.ts";
import type { FeedbackTable } from "../schema/feedback.ts";
import type { JobTable } from "../schema/jobs.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { labelList, labelsOf } from "../write/labels.ts";
import { reasonsOf } from "../write/reasons.ts";
import { snoozeColumns, snoozeIn } from "../write/snoozes.ts";

/** Characters of a comment in a row; the item's details have the rest. */
const COMMENT_CUT = 280;

/** Characters of a path in a row: more than any address of a page that a browser shows. */
const PATH_CUT = 2_048;

/** The decision on an item of `feedback` that ended because its reader added something. */
export const reopenedFrom = sql<string | null>`(select reopened_from from feedback_state
  where feedback_state.project_id = feedback.project_id
    and feedback_state.feedback_id = feedback.id)`;

/** The columns of an inbox row. */
export const rowColumns = [
  "feedback.id",
  "feedback.source",
  "feedback.team_status",
  "feedback.platform_status",
  startOf("path", PATH_CUT),
  "feedback.page",
  startOf("comment", COMMENT_CUT),
  "feedback.reasons",
  "feedback.created_at",
  "feedback.sort_at",
  "feedback.helpful",
  "feedback.deleted_at",
  "feedback.noise",
  // Most items are in no job. Skipping the job query for those halves the time of a list page.
  sql<number | boolean>`exists (select 1 from job_feedback
    where job_feedback.project_id = feedback.project_id
      and job_feedback.feedback_id = feedback.id)`.as("has_job"),
  sql<string | null>`(select person_id from feedback_assignee
    where feedback_assignee.project_id = feedback.project_id
      and feedback_assignee.feedback_id = feedback.id)`.as("assignee"),
  sql<number>`(select count(*) from feedback_note
    where feedback_note.project_id = feedback.project_id
      and feedback_note.feedback_id = feedback.id and text is not null)`.as("notes"),
  labelList.as("labels"),
  reopenedFrom.as("reopened_from"),
  ...snoozeColumns,
] as const;

/** Selects as much of a text as `truncateReaderText` needs to cut it. Both engines count `substr` in code points. */
function startOf<Column extends "path" | "comment">(column: Column, length: number) {
  const start = sql.lit(length + ADDRESS_LENGTH);
  return sql<
    Selectable<FeedbackTable>[Column]
  >`substr(${sql.ref(`feedback.${column}`)}, 1, ${start})`.as(column);
}

type Row = Pick<
  Selectable<FeedbackTable>,
  | "id"
  | "source"
  | "team_status"
  | "platform_status"
  | "path"
  | "page"
  | "comment"
  | "reasons"
  | "created_at"
  | "helpful"
  | "deleted_at"
  | "noise"
> & {
  has_job: number | boolean;
  assignee: string | null;
  notes: number;
  labels: string | null;
  reopened_from: string | null;
  snoozed_until: string | null;
  snooze_over: string | null;
};

/** Converts rows for the API, each with the newest job that includes the item. */
export async function withJobs(
  db: StoreQuery,
  projectId: string,
  rows: Row[],
): Promise<FeedbackRow[]> {
  const newest = await newestJobs(
    db,
    projectId,
    rows.filter((row) => row.has_job),
  );
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    status: row.team_status,
    platformStatus: row.platform_status,
    path: truncateReaderText(row.path, PATH_CUT),
    page: row.page,
    comment: row.comment === null ? null : truncateReaderText(row.comment, COMMENT_CUT),
    reasons:
      row.comment?.trim() || row.reasons === null
        ? null
        : truncateReaderText(reasonsOf(row).join(", "), COMMENT_CUT),
    createdAt: row.created_at,
    helpful: helpfulOf(row),
    deletedAt: row.deleted_at,
    assignee: row.assignee,
    notes: Number(row.notes),
    job: newest.get(row.id) ?? null,
    match: null,
    // Most rows aren't noise.
    ...(row.noise === null ? {} : { noise: knownNoise(row.noise) }),
    ...(row.reopened_from === null ? {} : { changedSince: row.reopened_from }),
    ...snoozeIn(row),
    ...(row.labels === null ? {} : { labels: labelsOf(row.labels) }),
  }));
}

/** Returns why an item is noise. An earlier version may have had other reasons. */
export function knownNoise(noise: string | null): NoiseReason | null {
  return noise === null ? null : (NOISE_REASONS.find((reason) => reason === noise) ?? "characters");
}

/** Returns the rows of the given IDs, newest first. IDs that the store doesn't have are left out. */
export async function feedbackRowsByIds(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<FeedbackRow[]> {
  const rows = await db
    .selectFrom("feedback")
    .select(rowColumns)
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .orderBy("sort_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return withJobs(db, projectId, rows);
}

export function helpfulOf(row: { helpful: number | null }): boolean | null {
  return row.helpful === null ? null : row.helpful === 1;
}

/** The jobs of items, with what `jobReference` needs. */
export function linkedJobs(db: StoreQuery, projectId: string) {
  return db
    .selectFrom("job_feedback")
    .innerJoin("job", "job.id", "job_feedback.job_id")
    .select(["job.id", "job.state", "job.platform_status"])
    .select(["job.created_at", "job.pr_link", "job.pr_state"])
    .where("job_feedback.project_id", "=", projectId);
}

export function jobReference(
  row: Pick<
    Selectable<JobTable>,
    "id" | "state" | "platform_status" | "created_at" | "pr_link" | "pr_state"
  >,
): JobReference {
  return {
    id: row.id,
    state: row.state,
    platformStatus: row.platform_status,
    createdAt: row.created_at,
    prLink: row.pr_link,
    prState: row.pr_state,
  };
}

/** Returns the newest job of each item. Jobs that were never created are left out. */
async function newestJobs(
  db: StoreQuery,
  projectId: string,
  rows: { id: string }[],
): Promise<Map<string, JobReference>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const jobs = await linkedJobs(db, projectId)
    .select("feedback_id")
    .where("job_feedback.feedback_id", "in", ids)
    .where("job.state", "not in", ledgerStatesThat("settled"))
    .orderBy("job.created_at")
    .orderBy("job.id")
    .execute();
  return new Map(jobs.map((job) => [job.feedback_id, jobReference(job)]));
}
