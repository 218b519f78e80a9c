import { queryOptions } from "@tanstack/react-query";
import { getItemPage } from "../contract/api/item-routes.ts";
import { listFeedback } from "../contract/api/routes.ts";
import { request } from "./request.ts";

/** Milliseconds for which the documentation counts as unchanged. */
const FRESH_PAGE_MS = 60_000;
/** Most items of a page that are listed beside one of them, and one more to know whether there are others. */
export const MAX_PAGE_ITEMS = 5;

/** The part of the documentation that an item is about. Not loaded again whenever feedback changes. */
export const itemPage = (projectId: string, feedbackId: string) =>
  queryOptions({
    queryKey: ["item-page", projectId, feedbackId],
    queryFn: ({ signal }) => request(getItemPage, { params: { projectId, feedbackId }, signal }),
    staleTime: FRESH_PAGE_MS,
  });

/** The newest open items about a documentation page. */
export const fetchOpenItemIds = (projectId: string, page: string) =>
  queryOptions({
    queryKey: ["feedback", projectId, "open-on-page", page],
    queryFn: ({ signal }) =>
      request(listFeedback, {
        params: { projectId },
        query: { path: page, status: "pending,in_progress", limit: String(MAX_PAGE_ITEMS + 2) },
        signal,
      }),
    select: ({ feedback }) => feedback,
  });
