"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import type { ReviewComment } from "../../../lib/contract/api/review-comments.ts";
import { reviewComments } from "../../../lib/queries/review-comments.ts";

/** Changes the person's comments on a job, and shows those that the answer has. A failed change shows what is stored. */
export function useChangeComments<Input>(
  job: Job,
  change: (input: Input) => Promise<{ comments: ReviewComment[] }>,
) {
  const client = useQueryClient();
  const { queryKey } = reviewComments(job.projectId, job.id);
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => client.setQueryData(queryKey, answer),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
