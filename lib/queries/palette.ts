import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listJobs } from "../contract/api/job-routes.ts";
import { listFeedback, listPages } from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** Pages and items that a search in the palette lists, each. */
const MAX_MATCHES = "6";
const STALE_AFTER_MS = 10_000;

/** Documentation pages and items that match what was typed. */
export const paletteSearch = (projectId: string, typed: string) =>
  queryOptions({
    queryKey: ["palette", projectId, "search", typed],
    queryFn: async ({ signal }) => {
      const params = { projectId };
      const [{ pages }, { feedback }] = await Promise.all([
        request(listPages, {
          params,
          query: { find: typed, sort: "total", limit: MAX_MATCHES },
          signal,
        }),
        request(listFeedback, { params, query: { q: typed, limit: MAX_MATCHES }, signal }),
      ]);
      return { pages, feedback };
    },
    staleTime: STALE_AFTER_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });

/** The latest jobs. */
export const paletteJobs = (projectId: string) =>
  queryOptions({
    queryKey: ["palette", projectId, "jobs"],
    queryFn: ({ signal }) => request(listJobs, { params: { projectId }, query: {}, signal }),
    staleTime: STALE_AFTER_MS,
  });
