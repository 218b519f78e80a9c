import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { ChangedLabel } from "../../feedback/changed-label.tsx";
import { NoiseLabel } from "../../feedback/noise-label.tsx";
import { RowLabels } from "../../feedback/row-labels.tsx";
import { SnoozeLabel } from "../../feedback/snooze-label.tsx";

export { JobResult } from "../../jobs/job-result.tsx";

import { GroupLabel } from "./group-label.tsx";

/** What few rows have after their comment. */
export function RowMarks({ item }: { item: FeedbackRow }) {
  return (
    <>
      {item.group && <GroupLabel id={item.id} group={item.group} />}
      {item.noise && <NoiseLabel reason={item.noise} />}
      <SnoozeLabel until={item.snoozedUntil} over={item.snoozeOver} />
      {item.changedSince && <ChangedLabel since={item.changedSince} />}
      {item.labels?.length ? <RowLabels ids={item.labels} /> : null}
    </>
  );
}
