import { queryOptions } from "@tanstack/react-query";
import { getJobCounts } from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** Milliseconds between two polls of the counts in the navigation. */
const COUNTS_INTERVAL_MS = 10_000;

/** Counts for the badge next to "Agent jobs". */
export const jobCounts = (projectId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "counts"],
    queryFn: ({ signal }) => request(getJobCounts, { params: { projectId }, signal }),
    refetchInterval: COUNTS_INTERVAL_MS,
  });
