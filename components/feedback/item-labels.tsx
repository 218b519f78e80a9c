"use client";

import { useLabels } from "../app/use-labels.ts";
import { LabelChip } from "./label-chip.tsx";

/** All labels of the open item, in the project's order. */
export function ItemLabels({ ids }: { ids: readonly string[] }) {
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
