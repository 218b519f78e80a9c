"use client";

import { useState } from "react";
import type { JobReview, ReviewedItem } from "../../../lib/contract/api/job-review.ts";
import type { Job, JobTriage } from "../../../lib/contract/api/jobs.ts";
import { mergeJob } from "../../../lib/queries/reviews.ts";
import { pullName } from "../../../lib/text/pull-name.ts";
import { usePermission } from "../../app/session.tsx";
import { Comment } from "../../feedback/comment.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { VERDICT } from "../asked/verdicts.ts";
import { itemCount } from "../item-count.ts";
import { useJobAction } from "../use-job-action.ts";
import { addressedItems, mergeLabel } from "./merge-choice.ts";

/** Merges a pull request and resolves the items that are ticked, in one step. */
export function MergeDialog(props: {
  job: Job;
  review: JobReview;
  onMerged: (result: JobTriage) => void;
  onClose: () => void;
}) {
  const { job, review, onMerged, onClose } = props;
  // The commit that the person reviewed: newer ones must not be merged unseen.
  const [head] = useState(review.changes?.head ?? "");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => addressedItems(review.items));
  const open = review.items.filter(({ status }) => status !== "resolved");
  const resolve = open.filter(({ id }) => chosen.has(id));
  const requeue = open.filter(({ id }) => !chosen.has(id));
  const merge = useJobAction(job.projectId, async () => {
    const [resolved, requeued] = [resolve, requeue].map((items) => items.map(({ id }) => id));
    const request = { head, resolve: resolved ?? [], requeue: requeued ?? [] };
    // Before the job is read again, which ends this dialog: it can't be merged anymore.
    onMerged(await mergeJob(job.projectId, job.id, request));
  });
  return (
    <Dialog
      title={`Merge ${pullName(job.prLink ?? "").toLowerCase()}`}
      width="max-w-lg"
      onClose={onClose}
    >
      {open.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-muted">Resolve with this merge:</legend>
          {open.map((item) => (
            <MergedItem
              key={item.id}
              item={item}
              isChosen={chosen.has(item.id)}
              onToggle={() => setChosen(chosen.symmetricDifference(new Set([item.id])))}
            />
          ))}
        </fieldset>
      )}
      <Effects resolved={resolve} requeued={requeue} />
      <ErrorNotice error={merge.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          data-testid="confirm-merge"
          disabled={merge.isPending}
          onClick={() => merge.mutate(undefined)}
        >
          {mergeLabel(resolve.length)}
        </Button>
      </div>
    </Dialog>
  );
}

/** Lists the effects of the merge besides resolving items. */
function Effects(props: { resolved: ReviewedItem[]; requeued: ReviewedItem[] }) {
  const mayContact = usePermission("contacts");
  const returned = props.requeued.filter(({ status }) => status === "in_progress").length;
  const readers = new Set(props.resolved.flatMap(({ reader }) => reader ?? [])).size;
  return (
    <ul className="list-disc pl-5 text-muted">
      {returned > 0 && (
        <li>
          {itemCount(returned)} {returned === 1 ? "becomes" : "become"} pending again.
        </li>
      )}
      {mayContact && readers > 0 && (
        <li>
          Then you can tell {readers === 1 ? "the reader" : `${readers} readers`} who left an email
          address.
        </li>
      )}
    </ul>
  );
}

function MergedItem(props: { item: ReviewedItem; isChosen: boolean; onToggle: () => void }) {
  const { page, comment, source, verdict } = props.item;
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0"
        checked={props.isChosen}
        onChange={props.onToggle}
      />
      <span className="min-w-0">
        <Comment text={comment} source={source} className="line-clamp-2" />
        <span className="untrusted text-muted">
          <PathText path={page} /> · {VERDICT[verdict].label}
        </span>
      </span>
    </label>
  );
}
