"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { BeyondReason, HeldChange, HeldDecision } from "../../../lib/contract/api/leash.ts";
import { decideHeldChange } from "../../../lib/queries/job-actions.ts";
import { jobReport } from "../../../lib/queries/jobs.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { useJobAction } from "../use-job-action.ts";

/** A change beyond what the agent may change, and what becomes of it. */
export function HeldChangeStep({ job, mayDecide }: { job: JobDetail; mayDecide: boolean }) {
  const { data: report } = useQuery(jobReport(job));
  const titleId = useId();
  const decide = useJobAction(job.projectId, (decision: HeldDecision) =>
    decideHeldChange(job.projectId, job.id, decision),
  );
  const [isDiscarding, setIsDiscarding] = useState(false);
  const held = report?.held;
  if (!held) return null;
  const isBusy = decide.isPending;
  return (
    <section
      aria-labelledby={titleId}
      data-testid="held-change"
      className="flex max-w-3xl flex-col gap-3 rounded-md border border-line-strong p-3"
    >
      <h2 id={titleId} className="font-medium">
        Outside the agent's limits
      </h2>
      <Beyond held={held} />
      {!isDiscarding && <ErrorNotice error={decide.error} />}
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" disabled={isBusy} onClick={() => decide.mutate("allow")}>
            Allow once
          </Button>
          {held.canTrim && (
            <Button disabled={isBusy} onClick={() => decide.mutate("trim")}>
              Keep only what's allowed ({counted(held.allowedFiles, "file")})
            </Button>
          )}
          <Button variant="danger" disabled={isBusy} onClick={() => setIsDiscarding(true)}>
            Discard change
          </Button>
        </div>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard the agent's change?"
          action="Discard change"
          isBusy={isBusy}
          error={decide.error}
          done={null}
          onConfirm={() => decide.mutate("discard")}
          onClose={() => setIsDiscarding(false)}
        >
          <p>
            None of it is pushed.{" "}
            {job.prLink === null
              ? "There won't be a pull request."
              : "The pull request stays as it is."}
          </p>
          <p>
            <b className="font-semibold">You can't undo this.</b>
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function Beyond({ held: { files: named, more, over } }: { held: HeldChange }) {
  return (
    <ul className="flex max-h-72 flex-col gap-1 overflow-y-auto">
      {over.map(({ what, size, limit }) => (
        <li key={what}>
          {size.toLocaleString("en")} {what}, over the limit of {limit.toLocaleString("en")}
        </li>
      ))}
      {named.map(({ path, reason }) => (
        <li key={path} className="flex flex-wrap gap-x-3">
          <bdi className="untrusted min-w-0 break-all font-mono text-xs leading-5">
            {displayable(path)}
          </bdi>
          <span className="text-muted">{REASONS[reason]}</span>
        </li>
      ))}
      {more > 0 && <li className="text-muted">and {more.toLocaleString("en")} more</li>}
    </ul>
  );
}

const REASONS: Record<BeyondReason, string> = {
  not_allowed: "Outside the allowed paths",
  protected: "Protected",
  executable: "Executable file",
  link: "Link to outside the repository",
  submodule: "Submodule",
};
