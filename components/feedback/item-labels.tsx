"use client";

import { valuesAfter } from "../../lib/item-fields/values-after.ts";
import { useOutboxState } from "../app/outbox.tsx";
import { useLabels } from "../app/use-labels.ts";
import { withUnsavedLabels } from "../inbox/triage/unsaved-values.ts";
import { LabelChip } from "./label-chip.tsx";

/** All labels of the open item, in the project's order. */
export function ItemLabels(props: { id: string; saved: readonly string[] | null | undefined }) {
  const { confirmed, waiting } = useOutboxState();
  const unsaved = valuesAfter([...confirmed, ...waiting])
    .keysOf("label")
    .get(props.id);
  const ids = withUnsavedLabels(props.saved, unsaved) ?? [];
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
