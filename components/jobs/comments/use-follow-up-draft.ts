"use client";

import type { Job } from "../../../lib/contract/api/jobs.ts";
import { type DraftedComment, draftReview } from "../../../lib/prompt/review-comments.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { useSavedText } from "../../draft/use-saved-text.ts";

/** A follow-up that isn't sent yet, and which of the person's comments it sends. It is kept in this tab. */
export function useFollowUpDraft(job: Job, comments: readonly DraftedComment[]) {
  const [saved, setText] = useSavedText(`follow-up:${job.id}`);
  // One key per text, so that a second click or another try after a lost answer sends nothing more.
  const [intentKey, setIntentKey] = useSavedText(`follow-up-key:${job.id}`);
  const [ids, setIds] = useSavedText(`follow-up-comments:${job.id}`);
  const text = saved ?? "";
  const chosen = new Set(ids?.split(" "));
  const pending = comments.filter(({ sentAt }) => sentAt === null);
  const drafted = pending.filter(({ id }) => chosen.has(id));
  const write = (next: string | null) => {
    setText(next);
    setIntentKey(next === null ? null : newIntentKey());
    // An emptied text no longer contains the comments.
    if (!next) setIds(null);
  };
  const append = (added: string) =>
    write(text.trim() === "" ? added : `${text.trimEnd()}\n\n${added}`);
  return {
    text,
    intentKey,
    pending,
    drafted,
    write,
    append,
    /** Adds the comments that the text doesn't have yet. */
    add: () => {
      const added = pending.filter(({ id }) => !chosen.has(id));
      const isUnchanged = text === draftReview(drafted);
      const draft = draftReview(isUnchanged ? [...drafted, ...added] : added);
      if (isUnchanged) write(draft);
      else append(draft);
      setIds([...drafted, ...added].map(({ id }) => id).join(" "));
    },
    /** Leaves the comments pending, and removes what was drafted from them unless someone changed it. */
    leaveOut: () => {
      write(text.replace(draftReview(drafted), () => "").trim() || null);
      setIds(null);
    },
  };
}
