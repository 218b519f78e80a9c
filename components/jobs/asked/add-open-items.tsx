"use client";

import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { draftOpenItems } from "../../../lib/prompt/open-items.ts";
import { counted } from "../../../lib/text/counted.ts";
import { Button } from "../../ui/button.tsx";
import { useFollowUpDraft } from "../comments/use-follow-up-draft.ts";
import { takesFollowUps } from "../follow-ups.tsx";

const NO_COMMENTS: [] = [];

/** Adds the items that the change doesn't address to the draft of the follow-up. */
export function AddOpenItems({ job, review }: { job: JobDetail; review: JobReview }) {
  const { append } = useFollowUpDraft(job, NO_COMMENTS);
  const open = review.items.filter(({ verdict }) => verdict === "not_addressed");
  const { leftovers } = review;
  const isAbsent = open.length + leftovers.length === 0;
  if (isAbsent || !takesFollowUps(job) || !job.acceptsMessages) return null;
  const add = () => {
    append(draftOpenItems(open, leftovers));
    document.getElementById("follow-up")?.focus();
  };
  return (
    <Button className="self-start" onClick={add}>
      Add {open.length > 0 ? counted(open.length, "open item") : "other places"} to follow-up
    </Button>
  );
}
