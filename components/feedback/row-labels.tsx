"use client";

import { displayable } from "../../lib/text/displayable.ts";
import { useLabels } from "../app/use-labels.ts";
import { LabelChip } from "./label-chip.tsx";

/** Labels that a row has room for. */
const MAX_SHOWN_LABELS = 2;

/** An item's labels at the end of its row, in the project's order. */
export function RowLabels({ ids }: { ids: readonly string[] }) {
  const own = (useLabels() ?? []).filter(({ id, removed }) => !removed && ids.includes(id));
  const more = own.slice(MAX_SHOWN_LABELS).map(({ name }) => displayable(name));
  return (
    <span className="list-labels">
      {own.slice(0, MAX_SHOWN_LABELS).map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {more.length > 0 && (
        <span className="text-muted text-xs" title={more.join(", ")}>
          +{more.length}
          <span className="sr-only"> more labels</span>
        </span>
      )}
    </span>
  );
}
