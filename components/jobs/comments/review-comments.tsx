"use client";

import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { KEEP, lineNames } from "../../../lib/prompt/review-comments.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Button } from "../../ui/button.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { takesFollowUps } from "../follow-ups.tsx";
import { CommentCard } from "./comment-card.tsx";
import type { PlacedComment } from "./comment-places.ts";
import { useFollowUpDraft } from "./use-follow-up-draft.ts";

/** Lines of a quote that are shown. */
const MAX_LINES = 4;

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
            <Place comment={comment} onOpen={onOpen} pageAddress={pageAddress} />
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

function Place(props: {
  comment: PlacedComment;
  onOpen: (hunk: string) => void;
  pageAddress: (page: number) => string;
}) {
  const { comment, onOpen, pageAddress } = props;
  const { hunk, page, kind, quote } = comment;
  const isGone = comment.isGone && comment.sentAt === null;
  const lines = displayable(quote).split("\n");
  const name = (
    <>
      <PathText path={comment.path} />, {lineNames(comment)}
    </>
  );
  return (
    <>
      <p className="untrusted">
        {kind !== "comment" && `${KEEP[kind]}: `}
        {hunk !== undefined && (
          <button type="button" className="link text-left" onClick={() => onOpen(hunk)}>
            {name}
          </button>
        )}
        {page !== undefined && (
          <a href={pageAddress(page)} className="link">
            {name}
          </a>
        )}
        {hunk === undefined && page === undefined && name}
        {isGone && <span className="text-warn"> These lines aren't in the change anymore.</span>}
      </p>
      <p className="review-quote untrusted">
        {lines.slice(0, MAX_LINES).join("\n")}
        {lines.length > MAX_LINES && "\n…"}
      </p>
    </>
  );
}
