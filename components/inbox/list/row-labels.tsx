import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { NoiseLabel } from "../../feedback/noise-label.tsx";
import { GroupLabel } from "./group-label.tsx";

/** What few rows have: how many items they stand for, and why they are suspected noise. */
export function RowLabels({ item }: { item: FeedbackRow }) {
  return (
    <>
      {item.group && <GroupLabel id={item.id} group={item.group} />}
      {item.noise && <NoiseLabel reason={item.noise} />}
    </>
  );
}
