import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { FeedbackDetail, FeedbackRows } from "../contract/api/feedback.ts";
import type { Facets, PageList } from "../contract/api/feedback-counts.ts";
import { type FeedbackFilters, serializeFilters } from "../filters/feedback-filters.ts";
import { fetchJson } from "./fetch-json.ts";

/** Rows of the list's first page, which one waits for: enough for a screen, and soon there. */
export const ROWS_AT_FIRST = 50;

/** Rows of every other page, which is read before one comes to it. */
const ROWS_PER_PAGE = 100;

/** Pages that stay in memory; those far from what is on screen are let go and read again. */
const PAGES_KEPT = 8;

/** Where a page of the list begins: its cursor, and how many rows stand before it. */
export interface PageStart {
  cursor: string | null;
  row: number;
}

export const FIRST_PAGE: PageStart = { cursor: null, row: 0 };

const project = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}`;

/** The address of the list (or of what is counted, exported, selected) under filters. */
export function feedbackAddress(
  projectId: string,
  filters: FeedbackFilters,
  part = "",
  more: Record<string, string | null> = {},
): string {
  const query = new URLSearchParams(serializeFilters(filters));
  for (const [name, value] of Object.entries(more)) if (value !== null) query.set(name, value);
  return `${project(projectId)}/feedback${part}${query.size > 0 ? `?${query}` : ""}`;
}

/** The rows under filters, page by page in both directions. */
export const feedbackPages = (projectId: string, filters: FeedbackFilters) =>
  infiniteQueryOptions({
    queryKey: ["feedback", projectId, "rows", serializeFilters(filters)],
    queryFn: ({ pageParam, signal }) =>
      fetchJson<FeedbackRows>(
        feedbackAddress(projectId, filters, "", {
          cursor: pageParam.cursor,
          limit: String(pageParam.cursor === null ? ROWS_AT_FIRST : ROWS_PER_PAGE),
        }),
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page, _pages, { row }: PageStart): PageStart | null =>
      page.nextCursor === null
        ? null
        : { cursor: page.nextCursor, row: row + page.feedback.length },
    getPreviousPageParam: (page, _pages, { row }: PageStart): PageStart | null =>
      page.prevCursor === null
        ? null
        : { cursor: page.prevCursor, row: Math.max(0, row - ROWS_PER_PAGE) },
    maxPages: PAGES_KEPT,
    placeholderData: keepPreviousData,
  });

/** Counts under filters, for the total and the numbers beside every choice. */
export const feedbackFacets = (projectId: string, filters: FeedbackFilters) =>
  queryOptions({
    queryKey: ["feedback", projectId, "facets", serializeFilters({ ...filters, sort: "newest" })],
    queryFn: ({ signal }) =>
      fetchJson<Facets>(feedbackAddress(projectId, { ...filters, sort: "newest" }, "/facets"), {
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/**
 * Reads what filters would show before they are chosen, once. Our own store answers, so it costs
 * no quota.
 */
export function readAhead(client: QueryClient, projectId: string, filters: FeedbackFilters): void {
  const rows = feedbackPages(projectId, filters);
  // A list that was read before is shown at once, and read again page by page only then.
  if (!client.getQueryState(rows.queryKey)) void client.prefetchInfiniteQuery(rows);
  void client.prefetchQuery(feedbackFacets(projectId, filters));
}

/** Pages that begin with `beginning` under the other filters, those with most feedback first. */
export const pagesBeginning = (projectId: string, filters: FeedbackFilters, beginning: string) => {
  const path = `${beginning}*`;
  const query = new URLSearchParams(serializeFilters({ ...filters, path, sort: "newest" }));
  query.set("sort", "total");
  query.set("limit", "50");
  return queryOptions({
    queryKey: ["feedback", projectId, "pages", `${query}`],
    queryFn: ({ signal }) =>
      fetchJson<PageList>(`${project(projectId)}/pages?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const feedbackEntry = (projectId: string, feedbackId: string) =>
  queryOptions({
    queryKey: ["feedback", projectId, "entry", feedbackId],
    queryFn: ({ signal }) =>
      fetchJson<FeedbackDetail>(
        `${project(projectId)}/feedback/${encodeURIComponent(feedbackId)}`,
        { signal },
      ),
  });

/** The reader's address, asked for on purpose. */
export function fetchContact(
  projectId: string,
  feedbackId: string,
): Promise<{ contact: string | null }> {
  return fetchJson(`${project(projectId)}/feedback/${encodeURIComponent(feedbackId)}/contact`);
}

/** Identifiers of all that match, in the order of the list; `capped` where there are too many. */
export function fetchMatching(
  projectId: string,
  filters: FeedbackFilters,
): Promise<{ ids: string[]; capped: boolean }> {
  return fetchJson(feedbackAddress(projectId, filters, "/ids"));
}
