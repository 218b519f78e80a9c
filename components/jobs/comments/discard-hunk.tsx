"use client";

import { useState } from "react";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import type { PullFile, PullHunk } from "../../../lib/contract/api/pull-request.ts";
import { discardHunk } from "../../../lib/queries/review-comments.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useJobAction } from "../use-job-action.ts";

interface DiscardProps {
  job: Job;
  head: string;
  file: PullFile;
  hunk: PullHunk;
}

/** Discards one hunk of a pull request, after asking. */
export function DiscardHunk(props: DiscardProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Discard change
      </Button>
      {isAsking && <Dialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  );
}

/** Apart from the button, of which there may be hundreds. */
function Dialog(props: DiscardProps & { onClose: () => void }) {
  const { job, head, file, hunk, onClose } = props;
  const { path, version } = file;
  const discard = useJobAction(job.projectId, () =>
    discardHunk(job.projectId, job.id, { id: newIntentKey(), head, path, version, hunk: hunk.id }),
  );
  // The hunk goes, and what had the focus with it.
  const onSuccess = () => document.getElementById("changes")?.focus();
  return (
    <ConfirmDialog
      title="Discard this change"
      action="Discard change"
      isBusy={discard.isPending}
      error={discard.error}
      done={null}
      onConfirm={() => discard.mutate(undefined, { onSuccess })}
      onClose={onClose}
    >
      <p>
        {RESTORED[file.status]} <span className="untrusted">{displayable(path)}</span>.
      </p>
      <p>
        Errata commits this under your name. The next follow-up can tell the agent not to change it
        again.
      </p>
    </ConfirmDialog>
  );
}

const RESTORED: Record<PullFile["status"], string> = {
  added: "This removes the new file",
  deleted: "This restores the deleted file",
  modified: "This restores these lines of",
  renamed: "This restores these lines of",
};
