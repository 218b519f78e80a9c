"use client";

import { useRouter } from "next/navigation";
import type { Job, JobOutcome } from "../../lib/contract/api/jobs.ts";
import { setJobOutcome } from "../../lib/queries/job-actions.ts";
import { useJobAction } from "./use-job-action.ts";

/** Settles a job as a person says; what was sent in its stead is what they want to see then. */
export function useResolve({ projectId, id }: Job) {
  const router = useRouter();
  return useJobAction(projectId, async (resolution: JobOutcome) => {
    const answer = await setJobOutcome(projectId, id, resolution);
    if (answer.retry) router.push(`/${projectId}/jobs/${answer.retry.id}`);
    return answer;
  });
}
