import { queryOptions } from "@tanstack/react-query";
import * as jobRoutes from "../contract/api/job-routes.ts";
import type {
  EditRequest,
  ReviewCommentRequest,
  SeenHunk,
} from "../contract/api/review-comments.ts";
import { request } from "./request.ts";

/** What the person says about lines of a job's change, and what anyone discarded or edited. */
export const reviewComments = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "comments", jobId],
    queryFn: ({ signal }) =>
      request(jobRoutes.listReviewComments, { params: { projectId, jobId }, signal }),
    select: ({ comments }) => comments,
  });

/** What people say about a job's pull request on its code host. */
export const hostComments = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "host-comments", jobId],
    queryFn: ({ signal }) =>
      request(jobRoutes.listHostComments, { params: { projectId, jobId }, signal }),
  });

/** Takes comments of the code host into the person's review. Returns all of the person's. */
export function takeHostComments(
  projectId: string,
  jobId: string,
  comments: readonly { id: string; quote: string }[],
) {
  const body = { comments: comments.map(({ id, quote }) => ({ id, quote })) };
  return request(jobRoutes.takeHostComments, { params: { projectId, jobId }, body });
}

/** Adds a comment, or changes its text. Returns all of them. */
export function saveReviewComment(projectId: string, jobId: string, comment: ReviewCommentRequest) {
  return request(jobRoutes.saveReviewComment, { params: { projectId, jobId }, body: comment });
}

/** Deletes a pending comment. Returns the others. */
export function deleteReviewComment(projectId: string, jobId: string, commentId: string) {
  return request(jobRoutes.deleteReviewComment, { params: { projectId, jobId, commentId } });
}

/** Restores the lines of a hunk with a commit on the job's branch. */
export function discardHunk(projectId: string, jobId: string, hunk: SeenHunk) {
  return request(jobRoutes.discardHunk, { params: { projectId, jobId }, body: hunk });
}

/** Gives lines of a hunk a new text with a commit on the job's branch. */
export function editLines(projectId: string, jobId: string, lines: EditRequest) {
  return request(jobRoutes.editLines, { params: { projectId, jobId }, body: lines });
}
