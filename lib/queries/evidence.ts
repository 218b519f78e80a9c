import { queryOptions } from "@tanstack/react-query";
import { getEvidence } from "../contract/api/item-routes.ts";
import { request } from "./request.ts";

/** The full text of selected items, without contacts, for drafting a prompt. */
export const evidenceOf = (projectId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["feedback", projectId, "evidence", ids],
    queryFn: ({ signal }) =>
      request(getEvidence, { params: { projectId }, body: { ids: [...ids] }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
