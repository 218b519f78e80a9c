import "server-only";
import type { JobCounts, OpenJob } from "../../contract/api/jobs.ts";
import type { Actor } from "../../contract/api/people.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { isOpen, isWorking, needsAttention } from "./state-conditions.ts";

/** Counts the jobs that need attention and those being worked on. @param held see `needsAttention` */
export async function jobCounts(
  db: StoreQuery,
  projectId: string,
  held: readonly string[] = [],
): Promise<Omit<JobCounts, "unread">> {
  const row = await db
    .selectFrom("job")
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere(needsAttention(eb, held)).as("needsAttention"),
      fn.countAll<number>().filterWhere(isWorking(eb)).as("active"),
    ])
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return {
    needsAttention: row.needsAttention,
    active: row.active,
    people: await creatorsOf(db, projectId),
  };
}

/** Counts the items that are resolved and that pull requests of jobs, merged since an instant, were about. */
export async function resolvedSince(
  db: StoreQuery,
  projectId: string,
  since: number,
): Promise<number> {
  const { resolved } = await db
    .selectFrom("job")
    .innerJoin("job_feedback", "job_feedback.job_id", "job.id")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "job_feedback.project_id")
        .onRef("feedback.id", "=", "job_feedback.feedback_id"),
    )
    .select(({ fn }) => fn.count<number>("feedback.id").distinct().as("resolved"))
    .where("job.project_id", "=", projectId)
    .where("job.pr_state", "=", "merged")
    .where("job.pr_checked_at", ">=", since)
    .where("feedback.team_status", "=", "resolved")
    .executeTakeFirstOrThrow();
  return resolved;
}

/** Returns everyone who created a job, with their latest name, by name. */
async function creatorsOf(db: StoreQuery, projectId: string): Promise<Actor[]> {
  const rows = await db
    .selectFrom("job")
    .select(({ fn }) => ["by_id", "by_name", fn.max("created_at").as("last")])
    .where("project_id", "=", projectId)
    .where("by_id", "is not", null)
    .groupBy(["by_id", "by_name"])
    .orderBy("last")
    .execute();
  const names = new Map(rows.map(({ by_id, by_name }) => [by_id ?? "", by_name ?? ""]));
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Returns the feedback that already is in an open job, newest job first. */
export async function findOpenJobsOf(
  db: StoreQuery,
  projectId: string,
  feedbackIds: readonly string[],
): Promise<OpenJob[]> {
  const rows = await db
    .selectFrom("job_feedback")
    .innerJoin("job", "job.id", "job_feedback.job_id")
    .select([
      "job_feedback.feedback_id",
      "job.id",
      "job.intent_key",
      "job.state",
      "job.platform_status",
      "job.pr_link",
      "job.pr_state",
    ])
    .select("job.created_at")
    .where("job_feedback.project_id", "=", projectId)
    .where("job_feedback.feedback_id", "in", feedbackIds)
    .where(isOpen)
    .orderBy("job.created_at", "desc")
    .orderBy("job.id", "desc")
    .orderBy("job_feedback.feedback_id")
    .execute();
  return rows.map((row) => ({
    feedbackId: row.feedback_id,
    jobId: row.id,
    intentKey: row.intent_key,
    state: row.state,
    platformStatus: row.platform_status,
    prLink: row.pr_link,
    prState: row.pr_state,
    createdAt: row.created_at,
  }));
}
