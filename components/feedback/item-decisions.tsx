"use client";

import type { FeedbackDetail, FeedbackRow } from "../../lib/contract/api/feedback.ts";
import { Dismissal } from "./dismissal.tsx";
import { NoiseNotice } from "./noise-notice.tsx";

/** Says why an open item is dismissed, and whether it is noise. */
export function ItemDecisions(props: {
  row: Pick<FeedbackRow, "id" | "status" | "noise">;
  /** Undefined until it is loaded. */
  item: FeedbackDetail | undefined;
  /** Opens the choice of a reason; null if the person can't triage. */
  onExplain: (() => void) | null;
  /** See `NoiseNotice`. */
  onRestore: (() => void) | null;
}) {
  const { row, item } = props;
  return (
    <>
      {item && row.status === "dismissed" && (
        <Dismissal key={item.id} item={item} onExplain={props.onExplain} />
      )}
      {row.noise && (
        <NoiseNotice feedbackId={row.id} reason={row.noise} onRestore={props.onRestore} />
      )}
    </>
  );
}
