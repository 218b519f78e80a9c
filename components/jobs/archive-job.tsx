"use client";

import { archiveJob } from "../../lib/queries/job-actions.ts";
import { Button } from "../ui/button.tsx";
import { useJobAction } from "./use-job-action.ts";

/** Archives a finished job. Only the built-in platform can: the interface has no such operation. */
export function ArchiveJob({ projectId, jobId }: { projectId: string; jobId: string }) {
  const archive = useJobAction(projectId, () => archiveJob(projectId, jobId));
  return (
    <span className="flex items-center gap-2">
      {archive.error && <span className="text-bad">{archive.error.message}</span>}
      <Button disabled={archive.isPending} onClick={() => archive.mutate(undefined)}>
        Archive job
      </Button>
    </span>
  );
}
