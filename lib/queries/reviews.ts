import { queryOptions } from "@tanstack/react-query";
import type { MergeRequest, Verdict } from "../contract/api/job-review.ts";
import * as jobRoutes from "../contract/api/job-routes.ts";
import type { PullFile } from "../contract/api/pull-request.ts";
import { request } from "./request.ts";

/** Milliseconds until a diff is read again after the repository didn't answer. */
const OUTDATED_INTERVAL_MS = 5_000;

/** A job's changes, and what they did about each linked item. `page` of the diff starts at 1. */
export const jobReview = (projectId: string, jobId: string, page: number) =>
  queryOptions({
    queryKey: ["jobs", projectId, "review", jobId, page],
    queryFn: ({ signal }) =>
      request(jobRoutes.getJobReview, {
        params: { projectId, jobId },
        query: { page: String(page) },
        signal,
      }),
    select: ({ review }) => review,
    // The server keeps asking the repository in the meantime.
    refetchInterval: ({ state }) =>
      state.data?.review.changes?.isOutdated ? OUTDATED_INTERVAL_MS : false,
  });

/** A pull request whose pages are rendered: that of a job, or one on the built-in host without a job. */
export type RenderedPull = { projectId: string; jobId: string } | { number: number };

/** A changed page before and after, as it renders. `head` is the diff's last commit, as the person sees it. */
export const renderedPage = (
  pull: RenderedPull,
  { path, oldPath, version }: Pick<PullFile, "path" | "oldPath" | "version">,
  { head, isWhole }: { head: string; isWhole: boolean },
) =>
  queryOptions({
    queryKey: ["rendered", pull, path, version, isWhole],
    queryFn: ({ signal }) => {
      const whole = isWhole ? ("true" as const) : undefined;
      const sent = { query: { path, oldPath, version, head, whole }, signal };
      return "number" in pull
        ? request(jobRoutes.renderPullPage, { params: { number: String(pull.number) }, ...sent })
        : request(jobRoutes.renderJobPage, { params: pull, ...sent });
    },
    select: ({ rendered }) => rendered,
    // The version identifies the content.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Sets whether an item is addressed; null for the proposed verdict. */
export function setVerdict(
  projectId: string,
  jobId: string,
  item: { feedbackId: string; verdict: Verdict | null },
) {
  return request(jobRoutes.setVerdict, { params: { projectId, jobId }, body: item });
}

/** Records whether the person has reviewed a file as it is now. */
export function setReviewed(
  projectId: string,
  jobId: string,
  file: { version: string; isReviewed: boolean },
) {
  return request(jobRoutes.setReviewedFile, { params: { projectId, jobId }, body: file });
}

/** Merges a job's pull request on the built-in code host, and sets the status of its items. */
export function mergeJob(projectId: string, jobId: string, items: MergeRequest) {
  return request(jobRoutes.mergeJob, { params: { projectId, jobId }, body: items });
}
