import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { getInsights } from "../contract/api/home-routes.ts";
import { serializeDates } from "../filters/dates-address.ts";
import type { DateFilters } from "../filters/relative-dates.ts";
import { request } from "./request.ts";

/** How feedback and the team's work developed between two dates. */
export const insights = (projectId: string, dates: DateFilters) =>
  queryOptions({
    // Below the project's feedback, so that whatever changes feedback loads it again.
    queryKey: ["feedback", projectId, "insights", serializeDates(dates)],
    queryFn: ({ signal }) => {
      const query = Object.fromEntries(new URLSearchParams(serializeDates(dates)));
      return request(getInsights, { params: { projectId }, query, signal });
    },
    placeholderData: keepPreviousData,
  });
