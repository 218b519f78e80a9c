"use client";

import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { KEEP } from "../../../lib/prompt/review-comments.ts";
import { Button } from "../../ui/button.tsx";
import { takesFollowUps } from "../follow-ups.tsx";
import { CommentCard } from "./comment-card.tsx";
import type { PlacedComment } from "./comment-places.ts";
import { PlaceInChange } from "./place-in-change.tsx";
import { useFollowUpDraft } from "./use-follow-up-draft.ts";

/** The person's comments on a job's change: those that are pending become one follow-up. */
export function ReviewComments(props: {
  job: JobDetail;
  comments: readonly PlacedComment[];
  onOpen: (hunk: string) => void;
  /** The address of a page of the diff. */
  pageAddress: (page: number) => string;
}) {
  const { job, comments, onOpen, pageAddress } = props;
  const { pending, drafted, add } = useFollowUpDraft(job, comments);
  const sent = comments.filter(({ sentAt }) => sentAt !== null);
  const draft = () => {
    add();
    document.getElementById("follow-up")?.focus();
  };
  const list = (shown: readonly PlacedComment[]) => (
    <ul className="flex flex-col gap-2">
      {shown.map((comment) => (
        <li key={comment.id}>
          <CommentCard
            job={job}
            comment={comment}
            isDrafted={drafted.some(({ id }) => id === comment.id)}
          >
            <PlaceInChange
              comment={comment.sentAt === null ? comment : { ...comment, isGone: false }}
              prefix={comment.kind === "comment" ? "" : `${KEEP[comment.kind]}: `}
              {...{ onOpen, pageAddress }}
            />
          </CommentCard>
        </li>
      ))}
    </ul>
  );
  return (
    <section id="review-comments" data-testid="review-comments" className="flex flex-col gap-3">
      <h2 className="font-medium">Review comments</h2>
      {list(pending)}
      {sent.length > 0 && (
        <details>
          <summary>Sent ({sent.length.toLocaleString("en")})</summary>
          {list(sent)}
        </details>
      )}
      {takesFollowUps(job) && job.acceptsMessages && drafted.length < pending.length && (
        <Button className="self-start" onClick={draft}>
          {drafted.length === 0 ? "Draft follow-up" : "Add to follow-up"}
        </Button>
      )}
    </section>
  );
}
