"use client";

import { useRouter } from "next/navigation";
import type { Job, JobOutcomeRequest } from "../../lib/contract/api/jobs.ts";
import { setJobOutcome } from "../../lib/queries/job-actions.ts";
import { useJobAction } from "./use-job-action.ts";

/** Sets the outcome of a job; after a retry, opens the new job. */
export function useSetOutcome({ projectId, id }: Job) {
  const router = useRouter();
  return useJobAction(projectId, async (outcome: JobOutcomeRequest) => {
    const answer = await setJobOutcome(projectId, id, outcome);
    if (answer.retry) router.push(`/${projectId}/jobs/${answer.retry.id}`);
    return answer;
  });
}
