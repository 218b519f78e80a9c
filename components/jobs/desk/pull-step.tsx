"use client";

import { useState } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import type { JobDetail, JobTriage } from "../../../lib/contract/api/jobs.ts";
import { closePull, updatePull } from "../../../lib/queries/pulls.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { ClosePullDialog } from "../changes/close-pull-dialog.tsx";
import { MergeNotice } from "../changes/merge-notice.tsx";
import { addressedItems, mergeLabel } from "../merge/merge-choice.ts";
import { useJobAction } from "../use-job-action.ts";

const MergeDialog = lazyPart({
  name: "the merge",
  failure: "floating",
  load: () => import("../merge/merge-dialog.tsx").then((module) => module.MergeDialog),
});

/** Merges or closes the open pull request of a job on the built-in code host. */
export function PullStep(props: {
  job: JobDetail;
  review: JobReview | undefined;
  onMerged: (result: JobTriage) => void;
}) {
  const { job, review, onMerged } = props;
  const [asks, setAsks] = useState<"merge" | "close" | null>(null);
  const { number = null, changes = null, problem = null } = review ?? {};
  const update = useJobAction(job.projectId, (pull: number) => updatePull(pull));
  const isOpen = job.platformStatus === "completed" && job.prState === "open";
  if (!isOpen) return null;
  // The place of the buttons, while the change of a job that was just completed is read.
  if (!changes && !problem) return <div className="button invisible" />;
  if (!review || !changes || number === null) return null;
  const { mergeable, base, isBehind } = changes;
  return (
    <>
      <MergeNotice mergeable={mergeable} base={base} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          data-testid="merge-pull"
          disabled={mergeable !== "clean"}
          onClick={() => setAsks("merge")}
        >
          {mergeLabel(addressedItems(review.items).size)}
        </Button>
        {isBehind && (
          <Button disabled={update.isPending} onClick={() => update.mutate(number)}>
            Update from {base}
          </Button>
        )}
        <Button data-testid="close-pull" onClick={() => setAsks("close")}>
          Close pull request
        </Button>
      </div>
      <ErrorNotice error={update.error} />
      {asks === "merge" && (
        <MergeDialog
          job={job}
          review={review}
          onMerged={(result) => {
            setAsks(null);
            onMerged(result);
          }}
          onClose={() => setAsks(null)}
        />
      )}
      {asks === "close" && <CloseStep job={job} number={number} onClose={() => setAsks(null)} />}
    </>
  );
}

function CloseStep(props: { job: JobDetail; number: number; onClose: () => void }) {
  const { job, number, onClose } = props;
  const close = useJobAction(job.projectId, () => closePull(number));
  return (
    <ClosePullDialog
      number={number}
      isBusy={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
