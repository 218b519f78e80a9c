"use client";

import type { Job } from "../../../lib/contract/api/jobs.ts";
import { REVIEW } from "../../../lib/contract/api/limits.ts";
import type { PullFile, PullHunk } from "../../../lib/contract/api/pull-request.ts";
import { editLines } from "../../../lib/queries/review-comments.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { useSavedText } from "../../draft/use-saved-text.ts";
import { useJobAction } from "../use-job-action.ts";
import type { EditableLines } from "./editable-lines.ts";
import { LineForm } from "./line-form.tsx";

/** Rows of the field without scrolling. */
const MAX_ROWS = 12;

/** Edits lines of a job's change. What was typed stays in this tab, for these lines as they are, until it is saved or canceled. */
export function EditForm(props: {
  job: Job;
  head: string;
  file: PullFile;
  hunk: PullHunk;
  lines: EditableLines;
  onClose: () => void;
}) {
  const { job, head, file, hunk, lines, onClose } = props;
  const { path, version } = file;
  const { name, line, lastLine, source } = lines;
  const [typed, setTyped] = useSavedText(`edit:${job.id}:${path}:${source}`);
  const save = useJobAction(job.projectId, (text: string) => {
    const seen = { id: newIntentKey(), head, path, version, hunk: hunk.id };
    return editLines(job.projectId, job.id, { ...seen, line, lastLine, text });
  });
  // The lines are shown anew before the form is closed.
  const text = save.isPending ? save.variables : (typed ?? source);
  const close = () => {
    setTyped(null);
    onClose();
  };
  return (
    <LineForm
      label={`Edit ${name}`}
      testId="edit-lines"
      text={text}
      rows={Math.min(MAX_ROWS, Math.max(2, text.split("\n").length))}
      maxLength={REVIEW.edit}
      isCode
      onType={setTyped}
      action="Commit change"
      canSubmit={text !== source && !save.isPending}
      error={save.error}
      // Also when what is shown anew has no such lines anymore.
      onSubmit={() => void save.mutateAsync(text).then(close, () => {})}
      onClose={onClose}
      onCancel={close}
    >
      <p className="text-muted">
        Errata commits this under your name. Empty text removes the lines.
      </p>
    </LineForm>
  );
}
