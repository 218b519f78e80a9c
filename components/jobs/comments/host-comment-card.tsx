"use client";

import { type ReactNode, useState } from "react";
import { displayable } from "../../../lib/text/displayable.ts";
import { shorten } from "../../../lib/text/shorten.ts";
import { Time } from "../../app/time.tsx";
import { Button } from "../../ui/button.tsx";
import { SafeLink } from "../../ui/safe-link.tsx";
import { type HostComments, isOpen, type PlacedHostComment } from "./host-comments-context.ts";
import { useTake } from "./use-host-comments.ts";

const STATES = {
  open: null,
  outdated: "Outdated",
  resolved: "Resolved",
  dismissed: "Dismissed",
} as const;

/** Characters that are shown at first. */
const SHOWN = 600;

/** A comment of the code host, which can be taken into the review. */
export function HostCommentCard(props: {
  from: HostComments;
  comment: PlacedHostComment;
  /** Whether it is in the list of the host's comments, and not in the change. */
  isListed?: boolean;
  /** What it is about, where that isn't above it. */
  children?: ReactNode;
}) {
  const { from, comment, isListed = false, children } = props;
  const { job, host, mayTake } = from;
  const { by, at, link, text, state, taken } = comment;
  const take = useTake(job);
  const name = `${displayable(by)} on ${host}`;
  return (
    <div
      role="note"
      aria-label={`Comment by ${name}`}
      className={isListed ? "flex flex-col items-start gap-1.5 px-3 py-2" : "review-note"}
      data-testid="host-comment"
    >
      <p className="flex flex-wrap items-center gap-x-2">
        <SafeLink href={link ?? ""}>{isListed ? displayable(by) : name}</SafeLink>
        <span className="text-muted">
          {at !== null && <Time at={at} />}
          {STATES[state] && ` · ${STATES[state]}`}
          {taken && <Taken sentAt={taken.sentAt} />}
        </span>
      </p>
      {children}
      <CommentText text={text} />
      {mayTake && isOpen(comment) && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            disabled={take.isPending}
            onClick={({ currentTarget }) => take.start([comment], currentTarget)}
          >
            Take into the review<span className="sr-only"> the comment by {name}</span>
          </Button>
          {take.error && <span className="text-bad">{take.error.message}</span>}
        </div>
      )}
    </div>
  );
}

function Taken({ sentAt }: { sentAt: number | null }) {
  if (sentAt === null) return " · In a review";
  return (
    <>
      {" · Sent to the agent "}
      <Time at={sentAt} />
    </>
  );
}

/** Plain text, whatever the host makes of it. */
function CommentText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? text : shorten(text, SHOWN);
  return (
    <>
      <p className="untrusted whitespace-pre-wrap">{displayable(shown)}</p>
      {shown !== text && (
        <Button variant="quiet" className="self-start" onClick={() => setIsWhole(true)}>
          Show whole comment
        </Button>
      )}
    </>
  );
}
