import "server-only";
import { type ExpressionBuilder, type Insertable, type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "../database/open.ts";
import { requireFeedback } from "./feedback-selection.ts";
import type { JobTable, StoreSchema } from "./schema.ts";

export type JobRow = Selectable<JobTable>;

/** A row of the ledger without its prompt, of which only the beginning is read. */
export interface JobSummary extends Omit<JobRow, "prompt"> {
  prompt_start: string;
  feedback_count: number;
}

/** Characters of a prompt that are read for a title. */
const PROMPT_START = 1_000;

/** What changes once a job's intent is written. */
export type JobChange = Partial<Omit<JobRow, "id" | "project_id" | "intent_key" | "prompt">>;

/** A row as it was when somebody decided to act on it; the change loses if it is no longer so. */
export type JobWitness = Pick<JobRow, "id" | "state" | "next_poll_at">;

/**
 * Writes an intent and what it is about, or finds the row that has its `intent_key`.
 * @throws {InvalidRequest} for feedback that the project does not have; nothing is written then
 */
export function insertIntent(
  { query }: Database<StoreSchema>,
  intent: Insertable<JobTable>,
  feedbackIds: readonly string[],
): Promise<{ row: JobRow; created: boolean }> {
  return query.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("job")
      .values(intent)
      .onConflict((conflict) => conflict.columns(["project_id", "intent_key"]).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return { row: await rowOfIntent(trx, intent), created: false };
    await requireFeedback(trx, intent.project_id, feedbackIds);
    await trx
      .insertInto("job_feedback")
      .values(
        feedbackIds.map((id) => ({
          project_id: intent.project_id,
          job_id: intent.id,
          feedback_id: id,
        })),
      )
      .execute();
    return { row, created: true };
  });
}

/** Changes the row if it still stands as witnessed. @returns whether it did */
export async function changeJob(
  { query }: Database<StoreSchema>,
  witness: JobWitness,
  change: JobChange,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable("job")
    .set(change)
    .where("id", "=", witness.id)
    .where("state", "=", witness.state)
    .where("next_poll_at", sql`is not distinct from`, witness.next_poll_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Records what the platform answered to the one request that was sent for this row, also if the
 * answer was given up meanwhile: a late answer is still the truth.
 */
export async function recordAnswer(
  { query }: Database<StoreSchema>,
  id: string,
  change: JobChange,
): Promise<void> {
  await query
    .updateTable("job")
    .set(change)
    .where("id", "=", id)
    .where("state", "in", ["sending", "unknown"])
    .where("platform_job_id", "is", null)
    .execute();
}

/** Rows of all projects that are to be looked after at `now`, the longest due first. */
export function dueJobs(
  { query }: Database<StoreSchema>,
  now: number,
  limit: number,
): Promise<JobRow[]> {
  return query
    .selectFrom("job")
    .selectAll()
    .where("next_poll_at", "<=", now)
    .orderBy("next_poll_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** When the next row is due, epoch milliseconds; null when none is. */
export async function nextDueAt({ query }: Database<StoreSchema>): Promise<number | null> {
  const row = await query
    .selectFrom("job")
    .select("next_poll_at")
    .where("next_poll_at", "is not", null)
    .orderBy("next_poll_at")
    .limit(1)
    .executeTakeFirst();
  return row?.next_poll_at ?? null;
}

export async function jobRow(
  { query }: Database<StoreSchema>,
  projectId: string,
  id: string,
): Promise<JobRow | undefined> {
  return query
    .selectFrom("job")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Jobs of the project, the newest first, strictly older than `before`. */
export function jobSummaries(
  { query }: Database<StoreSchema>,
  projectId: string,
  page: { before: { createdAt: number; id: string } | null; limit: number },
): Promise<JobSummary[]> {
  const jobs = query
    .selectFrom("job")
    .select(summaryColumns)
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit);
  const { before } = page;
  if (before === null) return jobs.execute();
  return jobs
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("created_at", "id"), "<", tuple(before.createdAt, before.id)),
    )
    .execute();
}

export async function jobSummary(
  { query }: Database<StoreSchema>,
  projectId: string,
  id: string,
): Promise<JobSummary | undefined> {
  return query
    .selectFrom("job")
    .select(summaryColumns)
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Identifiers of the feedback that the job is about, in byte order. */
export async function feedbackOfJob(
  { query }: Database<StoreSchema>,
  projectId: string,
  jobId: string,
): Promise<string[]> {
  const rows = await query
    .selectFrom("job_feedback")
    .select("feedback_id")
    .where("project_id", "=", projectId)
    .where("job_id", "=", jobId)
    .orderBy("feedback_id")
    .execute();
  return rows.map((row) => row.feedback_id);
}

function rowOfIntent(
  db: Kysely<StoreSchema>,
  intent: Pick<JobRow, "project_id" | "intent_key">,
): Promise<JobRow> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("project_id", "=", intent.project_id)
    .where("intent_key", "=", intent.intent_key)
    .executeTakeFirstOrThrow();
}

function summaryColumns({ selectFrom }: ExpressionBuilder<StoreSchema, "job">) {
  return [
    "id",
    "project_id",
    "intent_key",
    "state",
    "created_at",
    "platform_job_id",
    "pr_link",
    "repository",
    "ref",
    "model",
    "archived_at",
    "settled_at",
    "problem",
    "last_polled_at",
    "next_poll_at",
    sql<string>`substr(prompt, 1, ${sql.lit(PROMPT_START)})`.as("prompt_start"),
    selectFrom("job_feedback")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .whereRef("job_feedback.project_id", "=", "job.project_id")
      .whereRef("job_feedback.job_id", "=", "job.id")
      .$asScalar()
      .$notNull()
      .as("feedback_count"),
  ] as const;
}
