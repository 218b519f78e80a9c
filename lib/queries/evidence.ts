import { queryOptions } from "@tanstack/react-query";
import type { Evidence } from "../contract/api/feedback.ts";
import { fetchJson } from "./fetch-json.ts";

/** The whole text of selected entries, without anybody's address, to draft a prompt from. */
export const evidenceOf = (projectId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ["feedback", projectId, "evidence", ids],
    queryFn: ({ signal }) =>
      fetchJson<{ evidence: Evidence[] }>(
        `/api/projects/${encodeURIComponent(projectId)}/feedback/evidence`,
        { method: "POST", body: { ids }, signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
