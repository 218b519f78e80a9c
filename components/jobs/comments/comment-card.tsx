"use client";

import { type ReactNode, useState } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import type { CommentOrigin, ReviewComment } from "../../../lib/contract/api/review-comments.ts";
import { deleteReviewComment } from "../../../lib/queries/review-comments.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Time } from "../../app/time.tsx";
import { Button } from "../../ui/button.tsx";
import { SafeLink } from "../../ui/safe-link.tsx";
import { followUpPlace } from "../follow-ups.tsx";
import { CommentForm } from "./comment-form.tsx";
import { useChangeComments } from "./use-review-comments.ts";

/** A comment of the person, with what can be done about it while it is pending. */
export function CommentCard(props: {
  job: JobDetail;
  comment: ReviewComment;
  /** Whether it is in the text of the follow-up that isn't sent yet. */
  isDrafted?: boolean;
  /** What it is about, where that isn't above it. */
  children?: ReactNode;
}) {
  const { job, comment, isDrafted = false, children } = props;
  const [isEditing, setIsEditing] = useState(false);
  const remove = useChangeComments(job, () =>
    deleteReviewComment(job.projectId, job.id, comment.id),
  );
  const isComment = comment.kind === "comment";
  const { origin } = comment;
  if (isEditing) {
    return (
      <CommentForm
        job={job}
        about={comment}
        name={comment.id}
        edited={comment}
        onClose={() => setIsEditing(false)}
      />
    );
  }
  const canChange = comment.sentAt === null && !isDrafted;
  return (
    <div className="review-note">
      {origin && <Origin origin={origin} />}
      {children}
      {isComment && <p className="untrusted whitespace-pre-wrap">{displayable(comment.text)}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">
          <CommentStatus job={job} comment={comment} isDrafted={isDrafted} />
        </span>
        {canChange && isComment && !origin && (
          <Button variant="quiet" onClick={() => setIsEditing(true)}>
            Edit comment
          </Button>
        )}
        {canChange && (
          <Button
            variant="quiet"
            disabled={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            {removalLabel(comment)}
          </Button>
        )}
        {remove.error && <span className="text-bad">{remove.error.message}</span>}
      </div>
    </div>
  );
}

function removalLabel({ kind, origin }: ReviewComment): string {
  if (origin) return "Remove from the review";
  return kind === "comment" ? "Delete comment" : "Leave out";
}

function CommentStatus(props: { job: JobDetail; comment: ReviewComment; isDrafted: boolean }) {
  const { sentAt, message } = props.comment;
  if (sentAt === null) return props.isDrafted ? "In the follow-up below" : "Pending";
  return (
    <>
      Sent <Time at={sentAt} /> <FollowUpLink job={props.job} id={message} />
    </>
  );
}

/** Who said on a code host what was taken from there. */
function Origin({ origin: { by, host, link } }: { origin: CommentOrigin }) {
  return (
    <p>
      <SafeLink href={link ?? ""}>{`${displayable(by)} on ${host}`}</SafeLink>
    </p>
  );
}

/** Leads to the follow-up that sent a comment. */
function FollowUpLink({ job, id }: { job: JobDetail; id: string | null }) {
  const number = job.messages.findIndex((message) => message.id === id) + 1;
  if (id === null || number === 0) return null;
  return (
    <>
      with{" "}
      <a href={`#${followUpPlace(id)}`} className="link">
        follow-up {number}
      </a>
    </>
  );
}
