import { queryOptions } from "@tanstack/react-query";
import type { Evidence, OtherPulls, PagePull } from "../contract/api/feedback.ts";
import { getEvidence } from "../contract/api/item-routes.ts";
import { fetchInChunks } from "./fetch-in-chunks.ts";
import { request } from "./request.ts";

/** The full text of selected items, newest first and without contacts, for drafting prompts. */
export const evidenceOf = (projectId: string, selected: readonly string[]) =>
  queryOptions({
    queryKey: ["feedback", projectId, "evidence", selected],
    queryFn: async ({ signal }) => {
      const items = await fetchInChunks(selected, async (ids) => {
        const body = { ids };
        return withPulls(await request(getEvidence, { params: { projectId }, body, signal }));
      });
      // In one order, however they were selected, so that a draft is the same when it's continued.
      return items.sort(newestFirst);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

function withPulls(answer: {
  evidence: Evidence[];
  pulls: PagePull[];
  others: OtherPulls;
}): Evidence[] {
  const pulls = Map.groupBy(answer.pulls, ({ page }) => page);
  const others = Map.groupBy(answer.others.pulls, ({ file }) => file);
  return answer.evidence.map((item) => {
    const earlier = pulls.get(item.page) ?? [];
    // Errata's own pull requests are known in a newer state.
    const known = new Set([...item.openPulls, ...earlier.map(({ link }) => link)]);
    const open = others.get(item.file ?? "") ?? [];
    return {
      ...item,
      pulls: earlier,
      pullProblem: answer.others.problem,
      otherPulls: open.filter(({ link }) => !known.has(link)),
    };
  });
}

function newestFirst(one: Evidence, other: Evidence): number {
  return (other.createdAt ?? 0) - (one.createdAt ?? 0) || (one.id < other.id ? -1 : 1);
}
