import { queryOptions } from "@tanstack/react-query";
import { openJobsOf } from "./job-actions.ts";

/** Jobs that are not over and have some of the entries behind them; looked up again in each step. */
export const openJobs = (projectId: string, feedbackIds: readonly string[]) =>
  queryOptions({
    queryKey: ["jobs", projectId, "open", feedbackIds],
    queryFn: () => openJobsOf(projectId, [...feedbackIds]),
    select: ({ open }) => open,
    staleTime: 0,
    gcTime: 0,
  });
