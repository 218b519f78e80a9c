"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useMemo } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { PullDiff } from "../../../lib/contract/api/pull-request.ts";
import type { ReviewComment } from "../../../lib/contract/api/review-comments.ts";
import { reviewComments } from "../../../lib/queries/review-comments.ts";
import { type PlacedComment, placeOf } from "./comment-places.ts";
import type { Review } from "./review-context.ts";

const NONE: ReviewComment[] = [];

/**
 * The person's comments on a job's change, each with its place in the shown page of its diff.
 * @param job left out for people who may not comment
 * @param diff null while there is none; the comments then have no places
 */
export function useReview(job: JobDetail | undefined, diff: (PullDiff & { head: string }) | null) {
  const { data = NONE } = useQuery({
    ...reviewComments(job?.projectId ?? "", job?.id ?? ""),
    enabled: Boolean(job?.prLink),
  });
  const hintId = useId();
  const comments = useMemo<PlacedComment[]>(
    () => data.map((comment) => ({ ...comment, ...(diff ? placeOf(diff, comment) : {}) })),
    [data, diff],
  );
  const context = useMemo<Review | null>(() => {
    if (!job || !diff) return null;
    const isIdle = job.platformStatus === "completed" && !job.isHeld;
    const canChange = isIdle && job.prState === "open";
    return { job, head: diff.head, comments, canChange, hintId };
  }, [job, diff, comments, hintId]);
  return { comments, context };
}
