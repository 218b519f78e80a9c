import { QueryClient } from "@tanstack/react-query";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { may } from "../../lib/contract/api/permissions.ts";
import { heldDiff, readersToNotify } from "../../lib/queries/job-actions.ts";
import { jobDetail, jobReport, jobsToReview, TO_REVIEW } from "../../lib/queries/jobs.ts";
import { type PreloadedQuery, preloadedQueries } from "../../lib/queries/preloaded.ts";
import { hostComments, reviewComments } from "../../lib/queries/review-comments.ts";
import { jobReview } from "../../lib/queries/reviews.ts";
import type { AuthorizedServices } from "../../lib/services.ts";

/** Characters of what the agent printed in the server's HTML, for its place. The browser loads a longer one. */
const MAX_OUTPUT = 2_000;

/**
 * Reads what a job's page shows at once, so that nothing moves while it loads.
 * @param pages of the diff, and of that of a change that waits
 */
export async function preloadedJob(
  services: AuthorizedServices,
  job: JobDetail,
  { page, heldPage }: { page: number; heldPage: number },
): Promise<PreloadedQuery[]> {
  const { projectId, id } = job;
  const client = new QueryClient();
  client.setQueryData(jobDetail(projectId, id).queryKey, { job });
  const addReview = async () => {
    const review = await services.reviews.read(projectId, id, page, services.person.id);
    client.setQueryData(jobReview(projectId, id, page).queryKey, { review });
  };
  const addComments = async () => {
    const comments = await services.reviewComments.list(projectId, id, services.person.id);
    client.setQueryData(reviewComments(projectId, id).queryKey, { comments });
  };
  const addHostComments = async () => {
    const comments = await services.hostComments.list(projectId, id, services.person.id);
    client.setQueryData(hostComments(projectId, id).queryKey, comments);
  };
  const addReport = async () => {
    const report = await services.jobs.report(projectId, id);
    const isWhole = report.output.length <= MAX_OUTPUT;
    const shown = { ...report, output: report.output.slice(0, MAX_OUTPUT) };
    const updatedAt = isWhole ? undefined : 1;
    client.setQueryData(jobReport(job).queryKey, { report: shown }, { updatedAt });
  };
  const addHeld = async () => {
    const diff = await services.jobs.heldDiff(projectId, id, heldPage);
    client.setQueryData(heldDiff(projectId, id, heldPage).queryKey, { diff });
  };
  await Promise.all([
    // Without it, the page says why once it asks for it.
    job.isHeld && addHeld().catch(() => undefined),
    job.prState === "merged" && addMerged(client, services, job).catch(() => undefined),
    job.prLink !== null && addReview(),
    job.prLink !== null && may(services.person.role, "jobs") && addComments(),
    job.prLink !== null && addHostComments(),
    services.isBuiltIn && job.platformJobId !== null && addReport().catch(() => undefined),
  ]);
  return preloadedQueries(client);
}

/** Adds the readers to notify about a merged job, and the pull request to review next. */
async function addMerged(
  client: QueryClient,
  services: AuthorizedServices,
  { projectId, id }: JobDetail,
): Promise<void> {
  const list = await services.jobs.list(projectId, { ...TO_REVIEW, withArchived: false });
  client.setQueryData(jobsToReview(projectId, id).queryKey, list);
  if (!may(services.person.role, "contacts")) return;
  const readers = await services.readerMessages.list(projectId, id);
  client.setQueryData(readersToNotify(projectId, id).queryKey, { readers });
}
