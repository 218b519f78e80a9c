"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import type { JobReview, ReviewedItem, Verdict } from "../../../lib/contract/api/job-review.ts";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import { setVerdict } from "../../../lib/queries/reviews.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useActor } from "../../app/use-actor.ts";
import { StatusLabel } from "../../feedback/status-label.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { useIsLinked } from "../desk/linked.ts";
import { ItemComment } from "./item-comment.tsx";
import { VERDICT, VERDICTS } from "./verdicts.ts";

/** The linked feedback, each item with its verdict: what the change did about it. */
export function AskedItems(props: { job: Job; review: JobReview; mayJudge: boolean }) {
  const { job, review, mayJudge } = props;
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: (item: { feedbackId: string; verdict: Verdict | null }) =>
      setVerdict(job.projectId, job.id, item),
    onSettled: (_answer, error) => {
      const queryKey = ["jobs", job.projectId, "review", job.id];
      const refreshed = client.invalidateQueries({ queryKey });
      // After an error, don't wait: the rejected choice must not stay on screen.
      return error ? undefined : refreshed;
    },
  });
  const shown = (item: ReviewedItem) =>
    set.isPending && set.variables.feedbackId === item.id && set.variables.verdict !== null
      ? { ...item, verdict: set.variables.verdict, by: "you" }
      : item;
  return (
    <>
      <ErrorNotice error={set.error}> Your choice wasn't saved.</ErrorNotice>
      <ul className="divide-y divide-line rounded-md border border-line">
        {review.items.map((item) => (
          <Item
            key={item.id}
            job={job}
            item={shown(item)}
            onSet={mayJudge ? (verdict) => set.mutate({ feedbackId: item.id, verdict }) : undefined}
          />
        ))}
      </ul>
    </>
  );
}

function Item(props: {
  job: Job;
  item: ReviewedItem;
  onSet: ((verdict: Verdict | null) => void) | undefined;
}) {
  const { job, item, onSet } = props;
  const isLinked = useIsLinked("items", item.id);
  const { hunks } = item;
  const actor = useActor();
  return (
    <li
      // Can be focused: keys lead from an item to its changes.
      tabIndex={0}
      data-item={item.id}
      data-linked={isLinked || undefined}
      aria-label={`Item on ${displayable(item.page)}`}
      className="asked-item"
    >
      <ItemComment item={item} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <IntentLink
          href={`/${job.projectId}/feedback?job=${encodeURIComponent(job.id)}&open=${encodeURIComponent(item.id)}`}
          className="link untrusted min-w-0"
        >
          <PathText path={item.page} />
        </IntentLink>
        <StatusLabel status={item.status} />
        <span>{changeCount(hunks.length)}</span>
        <span className="untrusted">
          {item.by === null ? "Proposed" : `Set by ${actor(item.by)}`}
        </span>
      </p>
      <VerdictChoice item={item} onSet={onSet} />
    </li>
  );
}

const changeCount = (count: number) => {
  if (count === 0) return "No change touches it";
  return count === 1 ? "1 change" : `${count} changes`;
};

function VerdictChoice(props: {
  item: ReviewedItem;
  onSet: ((verdict: Verdict | null) => void) | undefined;
}) {
  const { item, onSet } = props;
  const name = useId();
  const { verdict } = item;
  if (!onSet) return <p data-verdict={verdict}>{VERDICT[verdict].label}</p>;
  return (
    <fieldset data-verdict={verdict} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="sr-only">Does the change address this item?</legend>
      {VERDICTS.map((each) => (
        <label key={each} className="inline-flex items-center gap-1.5">
          <input type="radio" name={name} checked={verdict === each} onChange={() => onSet(each)} />
          {VERDICT[each].label}
        </label>
      ))}
    </fieldset>
  );
}
