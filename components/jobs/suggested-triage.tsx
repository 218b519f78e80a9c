"use client";

import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { applySuggestedTriage } from "../../lib/queries/job-actions.ts";
import { undoChange } from "../../lib/queries/triage.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { useJobAction } from "./use-job-action.ts";

const entries = (count: number) =>
  count === 1 ? "the entry" : `the ${count.toLocaleString("en")} entries`;

/** After a merge or a closing: one press for the feedback behind it, which can be taken back. */
export function FeedbackOffer({ job }: { job: JobDetail }) {
  const { projectId, id, offer } = job;
  const accept = useJobAction(projectId, () => applySuggestedTriage(projectId, id));
  const undo = useJobAction(projectId, (token: string) => undoChange(projectId, token));
  const token = accept.data?.undo ?? null;
  const error = accept.error ?? undo.error;
  return (
    <>
      <ErrorNotice error={error} />
      {undo.data && (
        <Notice tone="info" role="status">
          Taken back for {entries(undo.data.restored)}.
          {undo.data.left > 0 && ` ${undo.data.left} were changed again since and stay.`}
        </Notice>
      )}
      {accept.data && token !== null && !undo.data && (
        <Notice tone="good" role="status">
          Changed {entries(accept.data.changed)} behind this job.{" "}
          <button
            type="button"
            disabled={undo.isPending}
            onClick={() => undo.mutate(token)}
            className="underline"
          >
            Undo
          </button>
        </Notice>
      )}
      {offer && (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line p-4">
          <p className="min-w-0 flex-1 basis-60">
            {offer.kind === "resolve"
              ? "The pull request is merged."
              : "The pull request was closed without a merge."}
          </p>
          <Button
            variant="primary"
            data-testid="accept-offer"
            disabled={accept.isPending}
            onClick={() => {
              undo.reset();
              accept.mutate(undefined);
            }}
          >
            {offer.kind === "resolve" ? "Resolve" : "Back to the queue:"} {entries(offer.count)}{" "}
            behind it
          </Button>
        </div>
      )}
    </>
  );
}
