"use client";

import { useState } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import type { JobDetail, JobTriage } from "../../../lib/contract/api/jobs.ts";
import { closePull, updatePull } from "../../../lib/queries/pulls.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
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
  const [isMerging, setIsMerging] = useState(false);
  const number = review?.number ?? null;
  const close = useJobAction(job.projectId, (pull: number) => closePull(pull));
  const update = useJobAction(job.projectId, (pull: number) => updatePull(pull));
  const isOpen = job.platformStatus === "completed" && job.prState === "open";
  if (!isOpen || !review?.changes || number === null) return null;
  const { mergeable, base, isBehind } = review.changes;
  return (
    <>
      <MergeNotice mergeable={mergeable} base={base} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          data-testid="merge-pull"
          disabled={mergeable !== "clean"}
          onClick={() => setIsMerging(true)}
        >
          {mergeLabel(addressedItems(review.items).size)}
        </Button>
        {isBehind && (
          <Button
            data-testid="update-pull"
            disabled={update.isPending}
            onClick={() => update.mutate(number)}
          >
            Update from {base}
          </Button>
        )}
        <Button
          data-testid="close-pull"
          disabled={close.isPending}
          onClick={() => close.mutate(number)}
        >
          Close pull request
        </Button>
      </div>
      <ErrorNotice error={close.error ?? update.error} />
      {isMerging && (
        <MergeDialog
          job={job}
          review={review}
          onMerged={(result) => {
            setIsMerging(false);
            onMerged(result);
          }}
          onClose={() => setIsMerging(false)}
        />
      )}
    </>
  );
}
