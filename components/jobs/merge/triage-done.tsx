"use client";

import type { Job, JobTriage } from "../../../lib/contract/api/jobs.ts";
import { undoChange } from "../../../lib/queries/job-actions.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { itemCount } from "../item-count.ts";
import { useJobAction } from "../use-job-action.ts";

/** Says how a job's items were changed, and offers to undo it. */
export function TriageDone(props: {
  job: Job;
  /** Status of the changed items. */
  status: "resolved" | "pending";
  result: JobTriage;
}) {
  const { job, status, result } = props;
  const tokens = [result.undo, result.returned.undo].filter((token) => token !== null);
  const undo = useJobAction(job.projectId, async (changes: readonly string[]) => {
    const undone = [];
    for (const token of changes) undone.push(await undoChange(job.projectId, token));
    return {
      restored: undone.reduce((sum, { restored }) => sum + restored, 0),
      left: undone.reduce((sum, { left }) => sum + left, 0),
    };
  });
  if (undo.data) {
    const { restored, left } = undo.data;
    return (
      <Notice tone="info" role="status">
        Undone for {itemCount(restored)}.
        {left > 0 &&
          ` ${itemCount(left)} changed since then, so ${left === 1 ? "it wasn't" : "they weren't"} undone.`}
      </Notice>
    );
  }
  const sentence = sentenceFor(status, result);
  return (
    <>
      <ErrorNotice error={undo.error} />
      {sentence !== "" && (
        <Notice tone="good" role="status">
          {sentence}{" "}
          {tokens.length > 0 && (
            <button
              type="button"
              disabled={undo.isPending}
              onClick={() => undo.mutate(tokens)}
              className="underline"
            >
              Undo
            </button>
          )}
        </Notice>
      )}
    </>
  );
}

function sentenceFor(status: "resolved" | "pending", { changed, returned }: JobTriage): string {
  const back = returned.changed + (status === "pending" ? changed : 0);
  return [
    status === "resolved" && changed > 0 ? `Resolved ${itemCount(changed)}.` : "",
    back > 0 ? `Marked ${itemCount(back)} as pending.` : "",
  ]
    .filter(Boolean)
    .join(" ");
}
