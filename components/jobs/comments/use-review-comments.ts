"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import type { ReviewComment } from "../../../lib/contract/api/review-comments.ts";
import { reviewComments } from "../../../lib/queries/review-comments.ts";

/** Shows the person's comments on a job as they are after a change, also if a reading that began before it ends later. */
export async function showComments(
  client: QueryClient,
  job: Pick<Job, "projectId" | "id">,
  answer: { comments: ReviewComment[] },
): Promise<void> {
  const { queryKey } = reviewComments(job.projectId, job.id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, answer);
}

/** Changes the person's comments on a job, and shows those that the answer has. A failed change shows what is stored. */
export function useChangeComments<Input>(
  job: Job,
  change: (input: Input) => Promise<{ comments: ReviewComment[] }>,
) {
  const client = useQueryClient();
  const { queryKey } = reviewComments(job.projectId, job.id);
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => showComments(client, job, answer),
    onError: () => client.invalidateQueries({ queryKey }),
  });
}
