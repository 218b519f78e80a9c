import { queryOptions } from "@tanstack/react-query";
import {
  deleteReviewComment as deleteRoute,
  discardHunk as discardRoute,
  listReviewComments,
  saveReviewComment as saveRoute,
} from "../contract/api/job-routes.ts";
import type { DiscardRequest, ReviewCommentRequest } from "../contract/api/review-comments.ts";
import { request } from "./request.ts";

/** What the person says about lines of a job's change, and which hunks anyone discarded. */
export const reviewComments = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "comments", jobId],
    queryFn: ({ signal }) => request(listReviewComments, { params: { projectId, jobId }, signal }),
    select: ({ comments }) => comments,
  });

/** Adds a comment, or changes its text. Returns all of them. */
export function saveReviewComment(projectId: string, jobId: string, comment: ReviewCommentRequest) {
  return request(saveRoute, { params: { projectId, jobId }, body: comment });
}

/** Deletes a pending comment. Returns the others. */
export function deleteReviewComment(projectId: string, jobId: string, commentId: string) {
  return request(deleteRoute, { params: { projectId, jobId, commentId } });
}

/** Restores the lines of a hunk with a commit on the job's branch. */
export function discardHunk(projectId: string, jobId: string, hunk: DiscardRequest) {
  return request(discardRoute, { params: { projectId, jobId }, body: hunk });
}
