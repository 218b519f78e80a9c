import "server-only";
import type { MergedJob } from "../../contract/api/insights.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { titleOfJob } from "../../text/prompt-title.ts";
import { promptStart } from "../jobs/read.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { itemsOfJobs } from "../write/history.ts";
import { complaintsByDay } from "./page-days.ts";
import type { DayRange } from "./periods.ts";

/** Most days before and after a merge that are compared. */
const WINDOW = 28;
/** Most jobs, and most pages of each. */
const MAX_JOBS = 10;
const MAX_PAGES = 20;

/**
 * Returns the latest jobs whose pull requests were merged, with the complaints about their pages before
 * and after.
 * @param now epoch milliseconds
 */
export async function mergedJobs(
  { read }: StoreDatabase,
  projectId: string,
  { from, to }: DayRange,
  now: number,
): Promise<MergedJob[]> {
  let merged = read
    .selectFrom("job")
    .select(["id", "title", "pr_checked_at", promptStart])
    .where("project_id", "=", projectId)
    .where("pr_state", "=", "merged")
    .orderBy("pr_checked_at", "desc")
    .orderBy("id")
    .limit(MAX_JOBS);
  if (from !== null) merged = merged.where("pr_checked_at", ">=", from * DAY);
  if (to !== null) merged = merged.where("pr_checked_at", "<", to * DAY);
  const jobs = await merged.execute();
  if (jobs.length === 0) return [];
  const ids = jobs.map(({ id }) => id);
  const [pages, recurrences] = await Promise.all([
    pagesOf(read, projectId, ids),
    recurrencesOf(read, projectId, ids),
  ]);
  const found = await complaintsByDay(read, projectId, [...new Set([...pages.values()].flat())], {
    // The newest merge comes first.
    from: mergeDay(jobs.at(-1)) - WINDOW,
    to: mergeDay(jobs[0]) + WINDOW + 1,
  });
  return jobs.map((job) => {
    const day = mergeDay(job);
    const daysAfter = Math.max(0, Math.min(WINDOW, Math.floor(now / DAY) - day));
    const own = pages.get(job.id) ?? [];
    const again = recurrences.get(job.id);
    const count = (first: number, end: number) =>
      own.reduce((sum, page) => sum + countBetween(found.get(page), first, end), 0);
    return {
      id: job.id,
      title: titleOfJob(job),
      mergedAt: job.pr_checked_at ?? 0,
      pages: own,
      daysAfter,
      before: count(day - daysAfter, day),
      after: count(day + 1, day + 1 + daysAfter),
      recurrences: again?.items ?? 0,
      recurrenceId: again?.groups === 1 ? again.id : null,
    };
  });
}

/** Returns the UTC day of a merge, which is neither before nor after it. */
function mergeDay(job: { pr_checked_at: number | null } | undefined): number {
  return Math.floor((job?.pr_checked_at ?? 0) / DAY);
}

type Counted = readonly { day: number; entries: number }[];

function countBetween(counted: Counted = [], first: number, end: number): number {
  return counted.reduce((sum, { day, entries }) => {
    return day >= first && day < end ? sum + entries : sum;
  }, 0);
}

async function pagesOf(
  db: StoreQuery,
  projectId: string,
  jobs: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await itemsOfJobs(db, projectId, jobs)
    .select(["job_feedback.job_id", "feedback.page"])
    .distinct()
    .orderBy("feedback.page")
    .execute();
  const byJob = Map.groupBy(rows, ({ job_id }) => job_id);
  return new Map(
    [...byJob].map(([id, own]) => [id, own.slice(0, MAX_PAGES).map(({ page }) => page)]),
  );
}

/** Counts the items that report again, since a job's merge, what its items reported. */
async function recurrencesOf(
  db: StoreQuery,
  projectId: string,
  jobs: readonly string[],
): Promise<Map<string, { items: number; groups: number; id: string }>> {
  const rows = await db
    .selectFrom("job_feedback")
    .innerJoin("job", "job.id", "job_feedback.job_id")
    .innerJoin("feedback_group_member as own", (join) =>
      join
        .onRef("own.project_id", "=", "job_feedback.project_id")
        .onRef("own.feedback_id", "=", "job_feedback.feedback_id"),
    )
    .innerJoin("feedback_group_member as again", (join) =>
      join
        .onRef("again.project_id", "=", "own.project_id")
        .onRef("again.group_id", "=", "own.group_id")
        .onRef("again.sort_at", ">=", "job.pr_checked_at"),
    )
    .select(({ fn }) => [
      "job.id as job",
      fn.count<number>("again.feedback_id").distinct().as("items"),
      fn.count<number>("again.group_id").distinct().as("groups"),
      fn.min("again.feedback_id").as("id"),
    ])
    .where("job_feedback.project_id", "=", projectId)
    .where("job_feedback.job_id", "in", jobs)
    .where("again.is_recurrence", "=", 1)
    .groupBy("job.id")
    .execute();
  return new Map(rows.map(({ job, ...own }) => [job, own]));
}
