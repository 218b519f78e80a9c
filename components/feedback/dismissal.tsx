"use client";

import { useState } from "react";
import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { valuesAfter } from "../../lib/item-fields/values-after.ts";
import { useOutboxState } from "../app/outbox.tsx";
import { useDismissalReasons, useReasonName } from "../app/use-dismissal-reasons.ts";
import { Button } from "../ui/button.tsx";
import { HandOver } from "./hand-over.tsx";

/** Why an item is dismissed, and what follows from it. */
export function Dismissal(props: {
  item: FeedbackDetail;
  /** Opens the choice of a reason; null if the person can't triage. */
  onExplain: (() => void) | null;
}) {
  const { item, onExplain } = props;
  const { confirmed, waiting } = useOutboxState();
  const [isHandingOver, setIsHandingOver] = useState(false);
  const nameOf = useReasonName();
  const unsaved = valuesAfter([...confirmed, ...waiting])
    .of("dismissal")
    .get(item.id);
  const reason = unsaved === undefined ? item.dismissedFor : unsaved;
  const handOver = useDismissalReasons()?.find(({ id }) => id === reason)?.handOver;
  return (
    <div className="flex min-h-7 shrink-0 flex-wrap items-center gap-2" data-testid="dismissal">
      <span className="untrusted">
        {reason === null ? "Dismissed without a reason" : `Dismissal reason: ${nameOf(reason)}`}
      </span>
      {onExplain && (
        <Button onClick={onExplain}>{reason === null ? "Add reason" : "Change reason"}</Button>
      )}
      {handOver && <Button onClick={() => setIsHandingOver(true)}>Hand off</Button>}
      {isHandingOver && <HandOver item={item} onClose={() => setIsHandingOver(false)} />}
    </div>
  );
}
