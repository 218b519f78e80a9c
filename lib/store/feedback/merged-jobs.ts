import "server-only";
import type { Kysely } from "kysely";
import type { MergedJob } from "../../contract/api/insights.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { Database } from "../../database/open.ts";
import { promptTitle } from "../../prompt/title.ts";
import { promptStart } from "../jobs/read.ts";
import type { StoreSchema } from "../schema.ts";
import { facetGroups } from "./facet-groups.ts";
import { isNegative } from "./page-trends.ts";

/** Most days before and after a merge that are compared. */
const WINDOW = 28;
/** Most jobs, and most pages of each. */
const MOST_JOBS = 25;
const MOST_PAGES = 20;

/**
 * Returns the latest jobs whose pull requests were merged, with the complaints about their pages before
 * and after.
 * @param range UTC days, as in the feedback index; null for no bound
 * @param now epoch milliseconds
 */
export async function mergedJobs(
  { query, read }: Database<StoreSchema>,
  projectId: string,
  { from, to }: { from: number | null; to: number | null },
  now: number,
): Promise<MergedJob[]> {
  let merged = read
    .selectFrom("job")
    .select(["id", "pr_checked_at", promptStart])
    .where("project_id", "=", projectId)
    .where("pr_state", "=", "merged")
    .orderBy("pr_checked_at", "desc")
    .orderBy("id")
    .limit(MOST_JOBS);
  if (from !== null) merged = merged.where("pr_checked_at", ">=", from * DAY);
  if (to !== null) merged = merged.where("pr_checked_at", "<", to * DAY);
  const jobs = await merged.execute();
  if (jobs.length === 0) return [];
  const groups = await facetGroups(query, projectId);
  const kinds = groups.filter(isNegative).map(({ kind }) => kind);
  const pages = await pagesOf(
    read,
    projectId,
    jobs.map(({ id }) => id),
  );
  return Promise.all(
    jobs.map(async ({ id, pr_checked_at: mergedAt, prompt_start: prompt }) => {
      const at = mergedAt ?? 0;
      const daysAfter = Math.max(0, Math.min(WINDOW, Math.floor((now - at) / DAY)));
      const own = pages.get(id) ?? [];
      const length = daysAfter * DAY;
      const count = (start: number, end: number) =>
        complaints(read, projectId, { pages: own, kinds, start, end });
      const [before, after] = await Promise.all([count(at - length, at), count(at, at + length)]);
      return { id, title: promptTitle(prompt), mergedAt: at, pages: own, before, after, daysAfter };
    }),
  );
}

async function pagesOf(
  db: Kysely<StoreSchema>,
  projectId: string,
  jobs: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("job_feedback")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "job_feedback.project_id")
        .onRef("feedback.id", "=", "job_feedback.feedback_id"),
    )
    .select(["job_feedback.job_id", "feedback.page"])
    .distinct()
    .where("job_feedback.project_id", "=", projectId)
    .where("job_feedback.job_id", "in", jobs)
    .orderBy("feedback.page")
    .execute();
  const byJob = Map.groupBy(rows, ({ job_id }) => job_id);
  return new Map(
    [...byJob].map(([id, own]) => [id, own.slice(0, MOST_PAGES).map(({ page }) => page)]),
  );
}

/** Counts complaints about pages between two instants. */
async function complaints(
  db: Kysely<StoreSchema>,
  projectId: string,
  of: { pages: string[]; kinds: number[]; start: number; end: number },
): Promise<number> {
  const { pages, kinds, start, end } = of;
  if (pages.length === 0 || kinds.length === 0 || start >= end) return 0;
  const { entries } = await db
    .selectFrom("feedback_fact")
    .select(({ fn }) => fn.countAll<number>().as("entries"))
    .where("project_id", "=", projectId)
    .where("page", "in", pages)
    .where("kind", "in", kinds)
    .where("sort_at", ">=", start)
    .where("sort_at", "<", end)
    .executeTakeFirstOrThrow();
  return entries;
}
