"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useId, useState } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { HeldChange, HeldRequest } from "../../../lib/contract/api/leash.ts";
import { decideHeldChange, heldDiff } from "../../../lib/queries/job-actions.ts";
import { jobReport } from "../../../lib/queries/jobs.ts";
import { counted } from "../../../lib/text/counted.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { useJobAction } from "../use-job-action.ts";
import { HeldDiffView } from "./held-diff.tsx";

/** Shows a change that goes beyond the agent's limits, with its diff, and asks for a decision. */
export function HeldChangeStep(props: { job: JobDetail; page: number; mayDecide: boolean }) {
  const { job, page, mayDecide } = props;
  const { projectId, id } = job;
  const { data: report } = useQuery(jobReport(job));
  const query = useQuery(heldDiff(projectId, id, page));
  // Deferred, so that a long diff is rendered in slices.
  const diff = useDeferredValue(query.data);
  const titleId = useId();
  const decide = useJobAction(projectId, (request: HeldRequest) =>
    decideHeldChange(projectId, id, request),
  );
  const held = report?.held;
  if (!held) return null;
  return (
    <section aria-labelledby={titleId} data-testid="held-change" className="flex flex-col gap-3">
      <h2 id={titleId} className="font-medium">
        Outside the agent's limits
      </h2>
      <Beyond held={held} />
      {!decide.isSuccess && (
        <LoadError
          error={query.error}
          outdated={diff ? "The change" : null}
          onRetry={() => void query.refetch()}
        />
      )}
      {diff ? (
        <HeldDiffView diff={diff} pageAddress={(to) => `/${projectId}/jobs/${id}?held=${to}`} />
      ) : (
        query.isPending && <p className="text-muted">Loading the change…</p>
      )}
      {mayDecide && <Decision {...{ job, held, decide }} seen={diff?.version ?? null} />}
    </section>
  );
}

/** @param props.seen version of the change that the person sees; null until it is there */
function Decision(props: {
  job: JobDetail;
  held: HeldChange;
  seen: string | null;
  decide: Pick<
    ReturnType<typeof useJobAction<HeldRequest, unknown>>,
    "mutate" | "error" | "isPending"
  >;
}) {
  const { job, held, seen, decide } = props;
  const [isDiscarding, setIsDiscarding] = useState(false);
  const isBusy = decide.isPending;
  const keep = (decision: "allow" | "trim") => {
    if (seen !== null) decide.mutate({ decision, version: seen });
  };
  return (
    <>
      {!isDiscarding && <ErrorNotice error={decide.error} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isBusy || seen === null} onClick={() => keep("allow")}>
          Allow once
        </Button>
        {held.canTrim && (
          <Button disabled={isBusy || seen === null} onClick={() => keep("trim")}>
            Keep only what's allowed ({counted(held.allowedFiles, "file")})
          </Button>
        )}
        <Button variant="danger" disabled={isBusy} onClick={() => setIsDiscarding(true)}>
          Discard change
        </Button>
      </div>
      {isDiscarding && (
        <ConfirmDialog
          title="Discard the agent's change?"
          action="Discard change"
          isBusy={isBusy}
          error={decide.error}
          done={null}
          onConfirm={() => decide.mutate({ decision: "discard", version: held.version })}
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
    </>
  );
}

/** Says by how much the change exceeds the limits. The diff shows which files and why. */
function Beyond({ held: { files, more, over } }: { held: HeldChange }) {
  const count = files.length + more;
  return (
    <ul className="flex flex-col gap-1">
      {count > 0 && (
        <li>
          {count === 1
            ? "1 file is outside what the agent may change. It comes first."
            : `${counted(count, "file")} are outside what the agent may change. They come first.`}
        </li>
      )}
      {over.map(({ what, size, limit }) => (
        <li key={what}>
          {size.toLocaleString("en")} {what}, over the limit of {limit.toLocaleString("en")}
        </li>
      ))}
    </ul>
  );
}
