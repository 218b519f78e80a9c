"use client";

import { useState } from "react";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import { REVIEW } from "../../../lib/contract/api/limits.ts";
import type { CommentedLines } from "../../../lib/contract/api/review-comments.ts";
import { lineNames } from "../../../lib/prompt/review-comments.ts";
import { saveReviewComment } from "../../../lib/queries/review-comments.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { useSavedText } from "../../draft/use-saved-text.ts";
import { LineForm } from "./line-form.tsx";
import { useChangeComments } from "./use-review-comments.ts";

/** Writes a comment on lines, or changes one. What was typed stays in this tab until it is saved or canceled. */
export function CommentForm(props: {
  job: Job;
  about: CommentedLines;
  /** Names the field, unique in the job. */
  name: string;
  /** The stored comment; left out for a new one. */
  edited?: { id: string; text: string };
  onClose: () => void;
}) {
  const { job, about, name, edited, onClose } = props;
  const { path, line, lastLine, quote } = about;
  const [newId] = useState(newIntentKey);
  const id = edited?.id ?? newId;
  const [typed, setTyped] = useSavedText(`comment:${job.id}:${name}`);
  const text = typed ?? edited?.text ?? "";
  const save = useChangeComments(job, (body: CommentedLines & { id: string; text: string }) =>
    saveReviewComment(job.projectId, job.id, body),
  );
  const close = () => {
    setTyped(null);
    onClose();
  };
  return (
    <LineForm
      label={edited ? "Comment" : `Comment on ${lineNames(about)}`}
      testId="review-comment"
      text={text}
      rows={3}
      maxLength={REVIEW.comment}
      onType={setTyped}
      action={edited ? "Save comment" : "Add comment"}
      canSubmit={text.trim() !== "" && !save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate({ id, path, line, lastLine, quote, text: text.trim() }, { onSuccess: close })
      }
      onClose={onClose}
      onCancel={close}
    />
  );
}
