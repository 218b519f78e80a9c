"use client";

import { useState } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { stopJob } from "../../../lib/queries/job-actions.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { MarkHandled } from "../mark-handled.tsx";
import { useJobAction } from "../use-job-action.ts";

/** Stops a job that its agent works on. A hosted platform has no such operation. */
export function StopJob({ job, isBuiltIn }: { job: JobDetail; isBuiltIn: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  if (job.platformStatus === null || job.settledAt !== null || job.deletedAt !== null) return null;
  if (!isBuiltIn) return <StopFollowing job={job} />;
  if (job.outcome === "stopped") {
    return (
      <p role="status" className="text-muted">
        Stopping… The agent has a few seconds to finish.
      </p>
    );
  }
  return (
    <>
      <Button className="self-start" onClick={() => setIsAsking(true)}>
        Stop job
      </Button>
      {isAsking && <StopDialog job={job} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Without polls, the job isn't followed anyway. */
function StopFollowing({ job }: { job: JobDetail }) {
  if (job.nextPollAt === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 text-muted">
      <span>This platform can't stop jobs.</span>
      <MarkHandled job={job} outcome="unfollowed" label="Stop following" />
    </div>
  );
}

function StopDialog({ job, onClose }: { job: JobDetail; onClose: () => void }) {
  const stop = useJobAction(job.projectId, (keep: boolean) => stopJob(job.projectId, job.id, keep));
  const end = (keep: boolean) => stop.mutate(keep, { onSuccess: onClose });
  return (
    <Dialog title="Stop this job?" width="max-w-lg" onClose={onClose}>
      <p className="text-muted">
        The agent is asked to finish, and is stopped within 10 seconds. You can keep what it has
        changed so far as a pull request.
      </p>
      <ErrorNotice error={stop.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={stop.isPending} onClick={() => end(false)}>
          Stop and discard
        </Button>
        <Button variant="primary" disabled={stop.isPending} onClick={() => end(true)}>
          Stop and keep what was done
        </Button>
      </div>
    </Dialog>
  );
}
