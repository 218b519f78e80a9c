import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import type { NoiseReason } from "../../../lib/contract/api/noise.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useLabels } from "../../app/use-labels.ts";
import { ChangedLabel } from "../../feedback/changed-label.tsx";
import { LabelChip } from "../../feedback/label-chip.tsx";
import { noiseName } from "../../feedback/noise-name.ts";
import { SnoozeLabel } from "../../feedback/snooze-label.tsx";

export { JobResult } from "../../jobs/job-result.tsx";

import { GroupLabel } from "./group-label.tsx";

/** Marks that only a few rows have after their comment. */
export function RowMarks({ item }: { item: FeedbackRow }) {
  return (
    <>
      <GroupLabel item={item} />
      {item.noise && <NoiseLabel reason={item.noise} />}
      <SnoozeLabel until={item.snoozedUntil} over={item.snoozeOver} />
      {item.changedSince && <ChangedLabel since={item.changedSince} />}
      {item.labels?.length ? <RowLabels ids={item.labels} /> : null}
    </>
  );
}

/** Says in a row why its item is noise. */
function NoiseLabel({ reason }: { reason: NoiseReason }) {
  return (
    <span data-testid="noise-reason" className="tag">
      <span className="sr-only">Noise: </span>
      {noiseName(reason)}
    </span>
  );
}

/** Labels that a row has room for. */
const MAX_SHOWN_LABELS = 2;

/** An item's labels at the end of its row, in the project's order. */
function RowLabels({ ids }: { ids: readonly string[] }) {
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
