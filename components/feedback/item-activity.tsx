"use client";

import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import type { Change } from "../../lib/outbox/decision.ts";
import { Notes } from "./notes.tsx";
import { SimilarItems } from "./similar-items.tsx";

/** What the team does about an item beside its status: similar items, and notes. */
export function ItemActivity(props: {
  projectId: string;
  item: FeedbackDetail;
  /** Makes a decision about several items; null if the person can't triage. */
  onDecide: ((ids: readonly string[], change: Change) => void) | null;
  onOpen: (id: string) => void;
}) {
  const { projectId, item } = props;
  return (
    <>
      <SimilarItems
        key={item.id}
        projectId={projectId}
        feedbackId={item.id}
        onDecide={props.onDecide}
        onOpen={props.onOpen}
      />
      <Notes projectId={projectId} item={item} />
    </>
  );
}
