"use client";

import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import type { Change } from "../../lib/outbox/decision.ts";
import { DeleteButton } from "./delete-button.tsx";
import { ItemHistory } from "./item-history.tsx";
import { ItemJobs } from "./item-jobs.tsx";
import { Notes } from "./notes.tsx";
import { PageItems } from "./page-items.tsx";
import { SimilarItems } from "./similar-items.tsx";

/**
 * What was done about an item, its similar items, notes, and the other items of its page, which come last, as
 * they arrive late.
 */
export function ItemActivity(props: {
  projectId: string;
  item: FeedbackDetail;
  /** Makes a decision about several items; null if the person can't triage. */
  onDecide: ((ids: readonly string[], change: Change) => void) | null;
  /** False while items are only passed. */
  isSettled: boolean;
  onOpen: (id: string) => void;
  onDeleted: (id: string) => void;
}) {
  const { projectId, item } = props;
  return (
    <>
      {item.history.length > 0 && <ItemHistory events={item.history} />}
      <ItemJobs projectId={projectId} jobs={item.jobs} />
      <SimilarItems
        key={item.id}
        projectId={projectId}
        feedbackId={item.id}
        onDecide={props.onDecide}
        onOpen={props.onOpen}
      />
      <Notes projectId={projectId} item={item} />
      <div className="flex">
        <DeleteButton
          key={`delete-${item.id}`}
          label="Delete item"
          projectId={projectId}
          ids={[item.id]}
          onDeleted={() => props.onDeleted(item.id)}
        />
      </div>
      <PageItems
        key={`page-${item.id}`}
        projectId={projectId}
        item={item}
        isSettled={props.isSettled}
        onOpen={props.onOpen}
      />
    </>
  );
}
