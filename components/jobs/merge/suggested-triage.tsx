"use client";

import type { JobDetail, SuggestedTriage as Suggested } from "../../../lib/contract/api/jobs.ts";
import { applySuggestedTriage } from "../../../lib/queries/job-actions.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { itemCount } from "../item-count.ts";
import { useJobAction } from "../use-job-action.ts";
import { TriageDone } from "./triage-done.tsx";

function reasonFor(job: JobDetail, kind: Suggested["kind"]): string {
  if (kind === "resolve") return "The pull request was merged.";
  if (job.prState === "closed") return "The pull request was closed without merging.";
  return job.platformStatus === null
    ? "No job was created, but the linked feedback is still in progress."
    : "The job ended without a pull request, but the linked feedback is still in progress.";
}

function labelFor({ kind, count, returned }: Suggested): string {
  const resolved = kind === "resolve" ? count : 0;
  const back = count + returned - resolved;
  if (resolved === 0) return `Mark ${itemCount(back)} as pending`;
  if (back === 0) return `Resolve ${itemCount(resolved)}`;
  return `Resolve ${itemCount(resolved)}, mark ${back} as pending`;
}

/** Suggests a status for the linked feedback once the pull request is merged or closed, or if there is no job. */
export function SuggestedTriage({ job }: { job: JobDetail }) {
  const { projectId, id, suggestedTriage } = job;
  const apply = useJobAction(projectId, (seen: Suggested) =>
    applySuggestedTriage(projectId, id, seen),
  );
  return (
    <>
      <ErrorNotice error={apply.error} />
      {apply.data && (
        <TriageDone
          key={apply.data.undo}
          job={job}
          status={apply.variables?.kind === "resolve" ? "resolved" : "pending"}
          result={apply.data}
        />
      )}
      {suggestedTriage && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="text-muted">{reasonFor(job, suggestedTriage.kind)}</p>
          <Button
            variant={suggestedTriage.kind === "resolve" ? "primary" : "plain"}
            data-testid="accept-offer"
            disabled={apply.isPending}
            onClick={() => apply.mutate(suggestedTriage)}
          >
            {labelFor(suggestedTriage)}
          </Button>
        </div>
      )}
    </>
  );
}
