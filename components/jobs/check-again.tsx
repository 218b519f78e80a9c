"use client";

import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { checkJob } from "../../lib/queries/job-actions.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { useJobAction } from "./use-job-action.ts";

/** Asks the platform about a job now, also about a finished one, which may be active again. */
export function CheckAgain({ job }: { job: JobDetail }) {
  const check = useJobAction(job.projectId, () => checkJob(job.projectId, job.id));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button disabled={check.isPending} onClick={() => check.mutate(undefined)}>
        {check.isPending ? "Checking…" : "Check again"}
      </Button>
      <span role="status" className="text-muted">
        {check.error && <span className="text-bad">{check.error.message}</span>}
        {!check.error && job.lastPolledAt !== null && (
          <>
            Last checked <Time at={job.lastPolledAt} />
          </>
        )}
      </span>
    </div>
  );
}
