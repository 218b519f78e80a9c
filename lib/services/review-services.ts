import "server-only";
import type { Clock } from "../clock.ts";
import type { Evidence } from "../contract/api/feedback.ts";
import type { JobReview, MergeRequest, ReviewedItem, Verdict } from "../contract/api/job-review.ts";
import type { JobDetail, JobTriage } from "../contract/api/jobs.ts";
import type { Actor } from "../contract/api/people.ts";
import type { RenderedPage, RenderedPageQuery } from "../contract/api/rendered-page.ts";
import { Conflict, InvalidRequest, isAppError, NotFound } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { runWithPauses } from "../pause.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { findLeftovers } from "../review/leftovers.ts";
import { markingWords } from "../review/mark-words.ts";
import { type Proposal, reviewing } from "../review/review.ts";
import type { JobStore } from "../store/jobs/store.ts";
import { shortenReaderText } from "../text/truncate-reader-text.ts";
import type { DocsServices } from "./docs-services.ts";
import type { FeedbackServices } from "./feedback-services.ts";
import { previewsOf } from "./previews.ts";
import { linkedItem } from "./proposed-verdicts.ts";
import type { PullServices } from "./pull-services.ts";
import { renderPage } from "./render-page.ts";
import type { ReviewCommentServices } from "./review-comment-services.ts";
import type { SiteServices } from "./site-services.ts";

/** The review of what a job changed. */
export interface ReviewServices {
  /**
   * Returns what a job's pull request changes, and what it did about each linked item.
   * @param page page of the diff, starting at 1
   * @throws {NotFound}
   */
  read(projectId: string, jobId: string, page: number, personId: string): Promise<JobReview>;
  /**
   * Returns how a changed page renders before and after the change.
   * @throws {NotFound} {Conflict} if it isn't what the person saw
   */
  render(projectId: string, jobId: string, page: RenderedPageQuery): Promise<RenderedPage>;
  /** Sets whether an item is addressed; null for the proposed verdict. @throws {NotFound} {InvalidRequest} */
  setVerdict(
    projectId: string,
    jobId: string,
    item: { feedbackId: string; verdict: Verdict | null },
    by: Actor,
  ): Promise<void>;
  /** Records whether the person has reviewed a file as it is now. @throws {NotFound} */
  setReviewed(
    projectId: string,
    jobId: string,
    file: { version: string; isReviewed: boolean },
    personId: string,
  ): Promise<void>;
  /**
   * Merges a job's pull request on the built-in code host, and sets the status of its items. If the process dies in
   * between, the job suggests what is left.
   * @throws {NotFound} {InvalidRequest} {Conflict} if it can't be merged
   */
  merge(projectId: string, jobId: string, request: MergeRequest, by: Actor): Promise<JobTriage>;
}

interface Parts {
  platform: EmbeddedPlatform | null;
  jobs: Jobs;
  store: Pick<
    JobStore,
    "verdicts" | "setVerdict" | "reviewedFiles" | "setReviewed" | "readerNumbers"
  >;
  feedback: Pick<FeedbackServices, "evidence">;
  pulls: Pick<PullServices, "merge">;
  comments: Pick<ReviewCommentServices, "settle">;
  site: Pick<SiteServices, "compare">;
  docs: Pick<DocsServices, "mapAt">;
  clock: Clock;
  publicUrl: string;
}

/** Characters of a comment that are shown. */
const MAX_COMMENT = 1_000;

export function reviewServices(parts: Parts): ReviewServices {
  const { platform, jobs, store, pulls, site, clock, publicUrl } = parts;
  const setVerdict: ReviewServices["setVerdict"] = async (projectId, jobId, item, by) => {
    requireLinked(await jobs.get(projectId, jobId), [item.feedbackId]);
    const key = { project_id: projectId, job_id: jobId, feedback_id: item.feedbackId };
    await store.setVerdict(key, item.verdict, { set_at: clock.now(), by_name: by.name });
  };
  return {
    read: (projectId, jobId, page, personId) => readReview(parts, projectId, jobId, page, personId),
    render: async (projectId, jobId, page) => {
      const { platformJobId } = await jobs.get(projectId, jobId);
      if (!platform || platformJobId === null) throw new NotFound("This job has no pull request.");
      return renderPage({ ...platform, site }, { projectId, platformJobId }, page);
    },
    setVerdict,
    setReviewed: async (projectId, jobId, { version, isReviewed }, personId) => {
      await jobs.get(projectId, jobId);
      const row = { project_id: projectId, job_id: jobId, person_id: personId, version };
      await store.setReviewed(row, isReviewed ? clock.now() : null);
    },
    merge: async (projectId, jobId, { head, resolve, requeue }, by) => {
      const job = await jobs.get(projectId, jobId);
      requireLinked(job, [...resolve, ...requeue]);
      const number = builtInNumber(job, publicUrl);
      if (number === null) {
        throw new Conflict("This pull request is on another code host. Merge it there.");
      }
      // Stored before the merge: if the process dies, the one that completes the merge uses the
      // person's choice.
      const record = async () => {
        for (const feedbackId of resolve) {
          await setVerdict(projectId, jobId, { feedbackId, verdict: "addressed" }, by);
        }
        for (const feedbackId of requeue) {
          await setVerdict(projectId, jobId, { feedbackId, verdict: "not_addressed" }, by);
        }
      };
      await pulls.merge(number, by, { head, record });
      return jobs.recordMerge(projectId, jobId, { changed: resolve, returned: requeue }, by);
    },
  };
}

/** Returns the number of a job's pull request on the built-in code host; null for one elsewhere. */
function builtInNumber({ prLink }: JobDetail, publicUrl: string): number | null {
  const prefix = `${publicUrl}/pulls/`;
  const number = prLink?.startsWith(prefix) ? Number(prLink.slice(prefix.length)) : null;
  return Number.isSafeInteger(number) ? number : null;
}

/** @throws {InvalidRequest} */
function requireLinked({ feedback, missing }: JobDetail, ids: readonly string[]): void {
  const linked = new Set([...feedback.map(({ id }) => id), ...missing]);
  const other = ids.find((id) => !linked.has(id));
  if (other !== undefined) throw new InvalidRequest(`${other} isn't linked to this job`);
}

async function readReview(
  { platform, jobs, store, feedback, comments, docs, publicUrl }: Parts,
  projectId: string,
  jobId: string,
  page: number,
  personId: string,
): Promise<JobReview> {
  const job = await jobs.get(projectId, jobId);
  const key = { project_id: projectId, job_id: jobId };
  const ids = job.feedback.map(({ id }) => id);
  const [change, evidence, set, reviewed, readers] = await Promise.all([
    readChange(platform, job, page).then(async (read) => {
      // The branch was fetched just before.
      await comments.settle(projectId, jobId);
      return read;
    }),
    ids.length > 0 ? feedback.evidence(projectId, ids) : [],
    store.verdicts(key),
    store.reviewedFiles(key, personId),
    store.readerNumbers(key),
  ]);
  const linked = evidence.map(linkedItem);
  const files = "files" in change ? change.files : [];
  const { proposals, ...found } = await runWithPauses(reviewing(linked, files));
  const leftovers = "find" in change ? await findLeftovers(linked, change.find) : [];
  const items = evidence.map((item, index) => ({
    ...shownItem(item, proposals[index]),
    ...verdictOf(set.get(item.id)),
    reader: readers.get(item.id) ?? null,
  }));
  const number = builtInNumber(job, publicUrl);
  const known = { number, items, ...found, leftovers, reviewed };
  if (!("changes" in change)) {
    return { ...known, changes: null, previews: {}, problem: change.problem };
  }
  const { changes } = change;
  const [previews, marked] = await Promise.all([
    previewsOf(docs, projectId, changes),
    runWithPauses(markingWords(changes.files)),
  ]);
  return { ...known, changes: { ...changes, files: marked }, previews, problem: null };
}

async function readChange(
  platform: EmbeddedPlatform | null,
  { platformJobId, prLink }: JobDetail,
  page: number,
) {
  if (!platform || platformJobId === null || prLink === null) return { problem: null };
  try {
    return (await platform.pulls.ofJob(platformJobId, page)) ?? { problem: null };
  } catch (error) {
    if (isAppError(error)) return { problem: error.message };
    throw error;
  }
}

function shownItem(item: Evidence, proposal: Proposal | undefined) {
  const { id, page, source, status, helpful, comment } = item;
  return {
    id,
    page,
    source,
    status,
    helpful,
    comment: comment === null ? null : shortenReaderText(comment, MAX_COMMENT),
    verdict: proposal?.verdict ?? "unclear",
    by: null,
    hunks: proposal?.hunks ?? [],
  } satisfies Omit<ReviewedItem, "reader">;
}

function verdictOf(row: { verdict: Verdict; by_name: string } | undefined) {
  return row && { verdict: row.verdict, by: row.by_name };
}
