import { queryOptions } from "@tanstack/react-query";
import {
  deleteReviewComment as deleteRoute,
  discardHunk as discardRoute,
  editLines as editRoute,
  listReviewComments,
  saveReviewComment as saveRoute,
} from "../contract/api/job-routes.ts";
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
export function discardHunk(projectId: string, jobId: string, hunk: SeenHunk) {
  return request(discardRoute, { params: { projectId, jobId }, body: hunk });
}

/** Gives lines of a hunk a new text with a commit on the job's branch. */
export function editLines(projectId: string, jobId: string, lines: EditRequest) {
  return request(editRoute, { params: { projectId, jobId }, body: lines });
}
