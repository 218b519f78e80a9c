import { useQuery } from "@tanstack/react-query";
import { NO_FILTERS, WORK_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { matchingIds } from "../../lib/queries/feedback.ts";
import { counted } from "../../lib/text/counted.ts";
import { Action } from "./notices.tsx";

/** Offers to draft for every pending item of a report, as the fix of one of them leaves the others pending. */
export function SimilarItems(props: {
  projectId: string;
  feedbackIds: string[];
  onOpenOther: (feedbackIds: string[]) => void;
}) {
  const { projectId, feedbackIds, onOpenOther } = props;
  const others = useOthers(projectId, feedbackIds);
  if (others.length === 0) return null;
  const say = counted(others.length, "more item reports", "more items report");
  return (
    <p className="text-muted">
      {say} this.{" "}
      <Action onClick={() => onOpenOther([...feedbackIds, ...others])}>
        Include {others.length === 1 ? "it" : "them"}
      </Action>
    </p>
  );
}

/** Returns the other pending items of the report; none while they load, or for more than one item. */
export function useOthers(projectId: string, [id = "", ...more]: string[]): string[] {
  const filters = { ...NO_FILTERS, ...WORK_FILTERS, bareVote: false, praise: false };
  const { data } = useQuery({
    ...matchingIds(projectId, { ...filters, status: ["pending"], similarTo: id }),
    enabled: more.length === 0,
  });
  return data?.ids.filter((other) => other !== id) ?? [];
}
