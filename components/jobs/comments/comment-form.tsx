"use client";

import { type FormEvent, type KeyboardEvent, useState } from "react";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import { REVIEW } from "../../../lib/contract/api/limits.ts";
import type { CommentedLines } from "../../../lib/contract/api/review-comments.ts";
import { lineNames } from "../../../lib/prompt/review-comments.ts";
import { saveReviewComment } from "../../../lib/queries/review-comments.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { useSavedText } from "../../draft/use-saved-text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { fieldClass } from "../../ui/field.ts";
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
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (text.trim() === "" || save.isPending) return;
    save.mutate({ id, path, line, lastLine, quote, text: text.trim() }, { onSuccess: close });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // What was typed stays for the next time.
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return (
    <form onSubmit={submit} className="review-note">
      <label className="flex flex-col gap-1">
        <span className="text-muted">{edited ? "Comment" : `Comment on ${lineNames(about)}`}</span>
        <textarea
          data-testid="review-comment"
          // biome-ignore lint/a11y/noAutofocus: someone pressed a button or a key for it.
          autoFocus
          rows={3}
          maxLength={REVIEW.comment}
          value={text}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
          className={`${fieldClass} h-auto w-full resize-y py-1`}
        />
      </label>
      <ErrorNotice error={save.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={save.isPending || text.trim() === ""}>
          {edited ? "Save comment" : "Add comment"}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}
