import "server-only";
import { type ExpressionBuilder, sql } from "kysely";
import { stripNul } from "../../database/dialect.ts";
import type { StoreQuery, StoreSchema } from "../schema/schema.ts";
import { pageNamed } from "../write/page-rules.ts";
import { type JobFilter, matchesFilter } from "./filter.ts";
import type { JobRow } from "./write.ts";

/** A job without what may be long. */
export type ShortJobRow = Pick<JobRow, (typeof jobColumns)[number]>;

/** A job with only the beginning of its prompt. */
export interface JobSummary extends ShortJobRow {
  prompt_start: string;
  feedback_count: number;
}

/** Characters of the prompt to read for the title. */
const PROMPT_START = 1_000;

/** The beginning of a job's prompt, which has its title. */
export const promptStart = sql<string>`substr(prompt, 1, ${sql.lit(PROMPT_START)})`.as(
  "prompt_start",
);

export async function jobRow(
  db: StoreQuery,
  projectId: string,
  id: string,
): Promise<JobRow | undefined> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .executeTakeFirst();
}

/** Returns jobs that match the filter, newest first, strictly older than `before`. */
export async function jobSummaries(
  db: StoreQuery,
  projectId: string,
  { page: address, ...others }: JobFilter,
  part: { before: { createdAt: number; id: string } | null; limit: number },
): Promise<JobSummary[]> {
  const page = address === null ? null : await pageNamed(db, projectId, address);
  const filter = { ...others, page };
  const jobs = db
    .selectFrom("job")
    .select(summaryColumns)
    .where("project_id", "=", projectId)
    .where(matchesFilter(filter))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(part.limit);
  const { before } = part;
  if (before === null) return jobs.execute();
  return jobs
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("created_at", "id"), "<", tuple(before.createdAt, before.id)),
    )
    .execute();
}

export async function jobSummary(
  db: StoreQuery,
  projectId: string,
  id: string,
): Promise<JobSummary | undefined> {
  return db
    .selectFrom("job")
    .select(summaryColumns)
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .executeTakeFirst();
}

/** Returns the IDs of the job's feedback, in byte order. */
export async function feedbackOfJob(
  db: StoreQuery,
  projectId: string,
  jobId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("job_feedback")
    .select("feedback_id")
    .where("project_id", "=", projectId)
    .where("job_id", "=", jobId)
    .orderBy("feedback_id")
    .execute();
  return rows.map((row) => row.feedback_id);
}

/** Returns the ID of the newest retry of a job, if any. */
export async function retryOf(
  db: StoreQuery,
  projectId: string,
  jobId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("job")
    .select("id")
    .where("project_id", "=", projectId)
    .where("retry_of", "=", jobId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** All columns but the prompt and the checks of the code host, which may be long. */
export const jobColumns = [
  "id",
  "project_id",
  "intent_key",
  "state",
  "platform_status",
  "created_at",
  "platform_job_id",
  "pr_link",
  "repository",
  "ref",
  "model",
  "archived_at",
  "settled_at",
  "missing_since",
  "deleted_at",
  "changed_at",
  "link_text",
  "problem",
  "last_polled_at",
  "asked_at",
  "next_poll_at",
  "began_at",
  "scheduled_for",
  "retry_of",
  "outcome",
  "outcome_at",
  "pr_state",
  "pr_nudge",
  "pr_checks_failed",
  "pr_since",
  "pr_checked_at",
  "pr_next_at",
  "by_id",
  "by_name",
  "batch_id",
  "title",
  "requested",
] as const;

function summaryColumns({ selectFrom }: ExpressionBuilder<StoreSchema, "job">) {
  return [
    ...jobColumns,
    promptStart,
    selectFrom("job_feedback")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .whereRef("job_feedback.project_id", "=", "job.project_id")
      .whereRef("job_feedback.job_id", "=", "job.id")
      .$asScalar()
      .$notNull()
      .as("feedback_count"),
  ] as const;
}

/** Returns the ID of the job with this platform job ID; null if it was created elsewhere. */
export async function jobOfPlatform(
  db: StoreQuery,
  projectId: string,
  platformJobId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("job_platform_id")
    .select("job_id")
    .where("project_id", "=", projectId)
    .where("platform_job_id", "=", platformJobId)
    .executeTakeFirst();
  return row?.job_id ?? null;
}
