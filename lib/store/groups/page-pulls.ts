import "server-only";
import type { PagePull } from "../../contract/api/feedback.ts";
import type { PullState } from "../../contract/api/pull-states.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** Most jobs with a pull request whose pages are read, newest first. */
const MAX_PULLS = 500;
/** Pull requests of a page that drafts name, newest first, and hunks of each. */
const PER_PAGE = 3;
const MAX_DISCARDED = 5;

/** A job's pull request. */
interface JobPull {
  jobId: string;
  link: string;
  state: PullState;
}

/**
 * Returns earlier pull requests for pages, newest first: merged and closed ones, and others of which someone discarded
 * something.
 */
export async function earlierPulls(
  db: StoreQuery,
  projectId: string,
  pages: ReadonlySet<string>,
): Promise<PagePull[]> {
  const byPage = await pullsByPage(db, projectId, pages, ["merged", "closed", "open"]);
  const jobIds = new Set([...byPage.values()].flat().map(({ jobId }) => jobId));
  const discarded = await discardedHunks(db, projectId, [...jobIds]);
  return [...byPage].flatMap(([page, pulls]) =>
    pulls
      .map(({ jobId, link, state }) => ({
        page,
        link,
        state,
        discarded: (discarded.get(jobId) ?? []).slice(0, MAX_DISCARDED),
      }))
      .filter((pull) => pull.state !== "open" || pull.discarded.length > 0)
      .slice(0, PER_PAGE),
  );
}

/** Returns jobs' pull requests in some states by the pages of the feedback that they are for, newest first. */
export async function pullsByPage(
  db: StoreQuery,
  projectId: string,
  pages: ReadonlySet<string>,
  states: readonly PullState[],
): Promise<Map<string, JobPull[]>> {
  const jobs = await db
    .selectFrom("job")
    .select(["id as jobId", "pr_link as link", "pr_state as state"])
    .where("project_id", "=", projectId)
    .where("pr_state", "in", states)
    .orderBy("created_at", "desc")
    .limit(MAX_PULLS)
    .execute();
  const found = new Map<string, JobPull[]>();
  if (jobs.length === 0) return found;
  const pagesOf = await pagesOfJobs(
    db,
    projectId,
    jobs.map(({ jobId }) => jobId),
  );
  for (const { jobId, link, state } of jobs) {
    for (const page of pagesOf.get(jobId) ?? []) {
      if (link === null || state === null || !pages.has(page)) continue;
      found.set(page, [...(found.get(page) ?? []), { jobId, link, state }]);
    }
  }
  return found;
}

async function pagesOfJobs(
  db: StoreQuery,
  projectId: string,
  jobIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("job_feedback as linked")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "linked.project_id")
        .onRef("feedback.id", "=", "linked.feedback_id"),
    )
    .select(["linked.job_id as jobId", "feedback.page"])
    .distinct()
    .where("linked.project_id", "=", projectId)
    .where("linked.job_id", "in", jobIds)
    .execute();
  const jobs = Map.groupBy(rows, ({ jobId }) => jobId);
  return new Map([...jobs].map(([jobId, own]) => [jobId, own.map(({ page }) => page)]));
}

/** Returns the hunks of jobs that someone discarded, newest first. */
async function discardedHunks(
  db: StoreQuery,
  projectId: string,
  jobIds: readonly string[],
): Promise<Map<string, PagePull["discarded"]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("review_comment")
    .select(["job_id as jobId", "path", "line", "last_line as lastLine", "quote"])
    .where("project_id", "=", projectId)
    .where("job_id", "in", jobIds)
    .where("kind", "=", "discarded")
    .where("text", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const jobs = Map.groupBy(rows, ({ jobId }) => jobId);
  return new Map(
    [...jobs].map(([jobId, hunks]) => [jobId, hunks.map(({ jobId: _, ...hunk }) => hunk)]),
  );
}
