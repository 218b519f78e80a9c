"use client";

import type { JobDetail, SuggestedTriage as Suggested } from "../../lib/contract/api/jobs.ts";
import { applySuggestedTriage, undoChange } from "../../lib/queries/job-actions.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Notice } from "../ui/notice.tsx";
import { useJobAction } from "./use-job-action.ts";

const items = (count: number) => (count === 1 ? "1 item" : `${count.toLocaleString("en")} items`);

function reasonFor(job: JobDetail, kind: "resolve" | "requeue"): string {
  if (kind === "resolve") return "The pull request was merged.";
  return job.prState === "closed"
    ? "The pull request was closed without merging."
    : "No job was created, but the linked feedback is still in progress.";
}

const doneFor = (kind: Suggested["kind"], changed: string) =>
  kind === "resolve" ? `Resolved ${changed}.` : `Marked ${changed} as pending.`;

/** Suggests a status for the linked feedback once the pull request is merged or closed, or if there is no job. */
export function SuggestedTriage({ job }: { job: JobDetail }) {
  const { projectId, id, suggestedTriage } = job;
  const apply = useJobAction(projectId, (_: Suggested["kind"]) =>
    applySuggestedTriage(projectId, id),
  );
  const undo = useJobAction(projectId, (token: string) => undoChange(projectId, token));
  const token = apply.data?.undo ?? null;
  const error = apply.error ?? undo.error;
  return (
    <>
      <ErrorNotice error={error} />
      {undo.data && (
        <Notice tone="info" role="status">
          Undone for {items(undo.data.restored)}.
          {undo.data.left > 0 &&
            ` ${items(undo.data.left)} changed since then, so ${undo.data.left === 1 ? "it wasn't" : "they weren't"} undone.`}
        </Notice>
      )}
      {apply.data && token !== null && !undo.data && (
        <Notice tone="good" role="status">
          {doneFor(apply.variables, items(apply.data.changed))}{" "}
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
      {suggestedTriage && (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line p-4">
          <p className="min-w-0 flex-1 basis-60">{reasonFor(job, suggestedTriage.kind)}</p>
          <Button
            variant="primary"
            data-testid="accept-offer"
            disabled={apply.isPending}
            onClick={() => {
              undo.reset();
              apply.mutate(suggestedTriage.kind);
            }}
          >
            {suggestedTriage.kind === "resolve"
              ? `Resolve ${items(suggestedTriage.count)}`
              : `Mark ${items(suggestedTriage.count)} as pending`}
          </Button>
        </div>
      )}
    </>
  );
}
