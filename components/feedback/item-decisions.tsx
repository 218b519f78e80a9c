"use client";

import type { FeedbackDetail, FeedbackRow } from "../../lib/contract/api/feedback.ts";
import { useLabels } from "../app/use-labels.ts";
import { Dismissal } from "./dismissal.tsx";
import { LabelChip } from "./label-chip.tsx";
import { NoiseNotice } from "./noise-notice.tsx";

/** What is known about the open item's place in the work: its labels, why it is dismissed, and whether it is noise. */
export function ItemDecisions(props: {
  row: Pick<FeedbackRow, "id" | "status" | "labels" | "noise">;
  /** Undefined until it is loaded. */
  item: FeedbackDetail | undefined;
  /** Opens the choice of a reason; null if the person can't triage. */
  onExplain: (() => void) | null;
  /** As for `NoiseNotice`. */
  onRestore: (() => void) | null;
}) {
  const { row, item } = props;
  return (
    <>
      <ItemLabels ids={row.labels ?? []} />
      {item && row.status === "dismissed" && (
        <Dismissal key={item.id} item={item} onExplain={props.onExplain} />
      )}
      {row.noise && (
        <NoiseNotice feedbackId={row.id} reason={row.noise} onRestore={props.onRestore} />
      )}
    </>
  );
}

/** All labels of the open item, in the project's order. */
function ItemLabels({ ids }: { ids: readonly string[] }) {
  const all = useLabels(ids.length > 0);
  if (ids.length === 0) return null;
  return (
    <ul
      aria-label="Labels"
      data-testid="item-labels"
      className="flex min-h-5 shrink-0 flex-wrap gap-1"
    >
      {all
        ?.filter(({ id, removed }) => !removed && ids.includes(id))
        .map((label) => (
          <li key={label.id} className="flex min-w-0">
            <LabelChip label={label} />
          </li>
        ))}
    </ul>
  );
}
