"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { archiveJob } from "../../lib/queries/jobs.ts";
import { Button } from "../ui/button.tsx";

/** Archives a finished job. Offered on the embedded platform only: the interface has no such operation. */
export function ArchiveJob({ projectId, jobId }: { projectId: string; jobId: string }) {
  const client = useQueryClient();
  const archive = useMutation({
    mutationFn: () => archiveJob(projectId, jobId),
    onSuccess: () => client.invalidateQueries({ queryKey: ["jobs", projectId] }),
  });
  return (
    <span className="flex items-center gap-2">
      {archive.error && <span className="text-bad">{archive.error.message}</span>}
      <Button disabled={archive.isPending} onClick={() => archive.mutate()}>
        Archive
      </Button>
    </span>
  );
}
