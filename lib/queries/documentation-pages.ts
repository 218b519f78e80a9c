import { infiniteQueryOptions, keepPreviousData, type QueryClient } from "@tanstack/react-query";
import type { PageViews } from "../contract/api/page-views.ts";
import { listPages } from "../contract/api/routes.ts";
import { setPageViews } from "../contract/api/settings-routes.ts";
import { type FeedbackFilters, NO_FILTERS } from "../filters/feedback-filters.ts";
import { type PagesAddress, serializePagesAddress } from "../filters/pages-address.ts";
import { matchingIds } from "./feedback.ts";
import { FIRST_CURSOR, request } from "./request.ts";

/** Documentation pages in the server's HTML, and in every later request. */
export const PAGES_AT_ONCE = 50;

/** Documentation pages with their counts and trends, loaded part by part. */
export const documentationPages = (projectId: string, address: PagesAddress) =>
  infiniteQueryOptions({
    // Below the project's feedback, so that whatever changes feedback loads it again.
    queryKey: ["feedback", projectId, "documentation", serializePagesAddress(address)],
    queryFn: ({ pageParam, signal }) => {
      const given = Object.fromEntries(new URLSearchParams(serializePagesAddress(address)));
      const query = { ...given, trend: "true", limit: String(PAGES_AT_ONCE) } as const;
      return request(listPages, {
        params: { projectId },
        query: pageParam === null ? query : { ...query, cursor: pageParam },
        signal,
      });
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (part) => part.nextCursor,
    placeholderData: keepPreviousData,
  });

/** Returns the IDs of the open items that match filters, by status, newest first, without snoozed ones. */
export async function fetchOpenItemIds(
  client: QueryClient,
  projectId: string,
  filters: Partial<FeedbackFilters>,
) {
  const withStatus = async (status: "pending" | "in_progress") => {
    const open = { ...NO_FILTERS, snoozed: false, ...filters, status: [status] };
    return (await client.fetchQuery(matchingIds(projectId, open))).ids;
  };
  const [pending, inProgress] = await Promise.all([
    withStatus("pending"),
    withStatus("in_progress"),
  ]);
  return { pending, inProgress };
}

/** Replaces the project's page views; none removes them. */
export function replacePageViews(projectId: string, body: PageViews) {
  return request(setPageViews, { params: { projectId }, body });
}
