"use client";

import { counted } from "../../../lib/text/counted.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { HostCommentCard } from "./host-comment-card.tsx";
import { type HostComments, isOpen, type PlacedHostComment } from "./host-comments-context.ts";
import { PlaceInChange } from "./place-in-change.tsx";
import { useTake } from "./use-host-comments.ts";

/** What people say about a job's pull request on its code host. Those that nobody has to read are folded. */
export function HostCommentList(props: {
  from: HostComments;
  onOpen: (hunk: string) => void;
  /** The address of a page of the diff. */
  pageAddress: (page: number) => string;
}) {
  const { from } = props;
  const { host, comments, more } = from;
  const open = comments.filter(isOpen);
  const groups = Map.groupBy(
    comments.filter((comment) => !isOpen(comment)),
    groupOf,
  );
  return (
    <section
      id="host-comments"
      data-testid="host-comments"
      data-host-comments
      tabIndex={-1}
      aria-labelledby="host-comments-title"
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="host-comments-title" className="font-medium">
          Comments on {host}
        </h2>
        <TakeAll from={from} open={open} />
      </div>
      <Comments {...props} comments={open} />
      {GROUPS.map((group) => (
        <Folded key={group} {...props} group={group} comments={groups.get(group) ?? []} />
      ))}
      {more > 0 && (
        <p className="text-muted">
          {counted(more, "older comment")} {more === 1 ? "is" : "are"} only on {host}.
        </p>
      )}
    </section>
  );
}

const GROUPS = ["taken", "settled", "bots"] as const;
type Group = (typeof GROUPS)[number];

function groupOf({ taken, isBot }: PlacedHostComment): Group {
  if (taken) return "taken";
  return isBot ? "bots" : "settled";
}

const FOLDED: Record<Group, (count: number) => string> = {
  taken: (count) => `${count.toLocaleString("en")} taken into a review`,
  settled: (count) => `${count.toLocaleString("en")} resolved or dismissed`,
  bots: (count) => `${count.toLocaleString("en")} from bots`,
};

function Folded(props: Parameters<typeof Comments>[0] & { group: Group }) {
  const { group, comments } = props;
  if (comments.length === 0) return null;
  return (
    <details>
      <summary>{FOLDED[group](comments.length)}</summary>
      <Comments {...props} />
    </details>
  );
}

function Comments(props: {
  from: HostComments;
  comments: readonly PlacedHostComment[];
  onOpen: (hunk: string) => void;
  pageAddress: (page: number) => string;
}) {
  const { from, comments, onOpen, pageAddress } = props;
  if (comments.length === 0) return null;
  return (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line">
      {comments.map((comment) => (
        <li key={comment.id}>
          <HostCommentCard from={from} comment={comment} isListed>
            <PlaceInChange {...{ comment, onOpen, pageAddress }} />
          </HostCommentCard>
        </li>
      ))}
    </ul>
  );
}

function TakeAll({ from, open }: { from: HostComments; open: readonly PlacedHostComment[] }) {
  const take = useTake(from.job);
  if (!from.mayTake || open.length < 2) return null;
  return (
    <>
      <Button
        disabled={take.isPending}
        onClick={({ currentTarget }) => take.start(open, currentTarget)}
      >
        Take all {open.length.toLocaleString("en")}
      </Button>
      <ErrorNotice error={take.error} />
    </>
  );
}
