import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { FeedbackDetail, FeedbackRow, FeedbackRows } from "../contract/api/feedback.ts";
import type { Facets } from "../contract/api/feedback-counts.ts";
import type { FilterQuery } from "../contract/api/feedback-query.ts";
import { LIST_LIMIT } from "../contract/api/list-limits.ts";
import {
  getFacets,
  getFeedback,
  listFeedback,
  listFeedbackIds,
  listPages,
} from "../contract/api/routes.ts";
import {
  type FeedbackFilters,
  serializeFilters,
  withoutDefaultFilters,
} from "../filters/feedback-filters.ts";
import { isTransient, request } from "./request.ts";
import { withUnchangedRows } from "./unchanged-rows.ts";

/** Rows of the first page of the list: enough to fill a screen, and quick to load. */
export const ROWS_AT_FIRST = 50;

/** Rows in the server's HTML: enough for a window of 900 pixels, and so many that the next ones don't load at once. */
export const ROWS_IN_HTML = 22;

/** Rows of every other page, which loads before it is scrolled into view. */
const ROWS_PER_PAGE = LIST_LIMIT.maximum;

/** Pages kept in memory. Pages far from the visible rows are dropped and loaded again. */
const PAGES_KEPT = 5;

/** Where a page of the list begins: its cursor, and the number of rows before it. */
export interface PageStart {
  cursor: string | null;
  row: number;
}

type LoadedPages = InfiniteData<FeedbackRows, PageStart>;

export const FIRST_PAGE: PageStart = { cursor: null, row: 0 };

function queryOf(filters: FeedbackFilters): FilterQuery {
  return queryOfKey(serializeFilters(filters));
}

function queryOfKey(filterKey: string): FilterQuery {
  return Object.fromEntries(new URLSearchParams(filterKey));
}

/** Loads one page of a list. @param filterKey the serialized filters */
export function fetchRows(
  projectId: string,
  filterKey: string,
  { cursor }: PageStart,
  signal?: AbortSignal,
): Promise<FeedbackRows> {
  const page =
    cursor === null ? { limit: String(ROWS_AT_FIRST) } : { limit: String(ROWS_PER_PAGE), cursor };
  const query = { ...queryOfKey(filterKey), ...page, voteLines: "true" } as const;
  return request(listFeedback, { params: { projectId }, query, signal });
}

/** The rows that match the filters, loaded page by page in both directions. */
export const feedbackPages = (projectId: string, filters: FeedbackFilters) =>
  infiniteQueryOptions({
    queryKey: ["feedback", projectId, "rows", serializeFilters(filters)],
    queryFn: ({ pageParam, signal }) =>
      fetchRows(projectId, serializeFilters(filters), pageParam, signal),
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
    // React Query types both as unknown.
    structuralSharing: (before, after) =>
      withUnchangedRows(before as LoadedPages | undefined, after as LoadedPages),
  });

/**
 * Identifies the filters apart from the status and the order. Empty without any. People rarely decide about suspected
 * noise and snoozed items, so that leaving them out makes no difference.
 */
export function viewOf(filters: FeedbackFilters): string {
  return serializeFilters({ ...withoutDefaultFilters(filters), status: null, sort: "newest" });
}

/** Counts, and when they arrived; the server's HTML doesn't say. Epoch milliseconds. */
type FetchedFacets = Facets & { receivedAt?: number };

/** The number of matching items, in total and for every filter choice. */
export const feedbackFacets = (projectId: string, filters: FeedbackFilters) => {
  const unsorted: FeedbackFilters = { ...filters, sort: "newest" };
  return queryOptions({
    queryKey: ["feedback", projectId, "facets", serializeFilters(unsorted)],
    queryFn: async ({ signal }): Promise<FetchedFacets> => {
      const params = { projectId };
      const facets = await request(getFacets, { params, query: queryOf(unsorted), signal });
      return { ...facets, receivedAt: Date.now() };
    },
    placeholderData: keepPreviousData,
  });
};

/** Loads the rows that filters would show before they are applied. Costs no platform requests. */
export function prefetchRows(
  client: QueryClient,
  projectId: string,
  filters: FeedbackFilters,
): void {
  const rows = feedbackPages(projectId, filters);
  // A list in the cache is shown right away and refetches only then, page by page.
  if (!client.getQueryState(rows.queryKey)) void client.prefetchInfiniteQuery(rows);
}

/** Documentation pages whose path starts with `prefix` under the other filters, most feedback first. */
export const pagesStartingWith = (projectId: string, filters: FeedbackFilters, prefix: string) => {
  const matching: FilterQuery = queryOf({ ...filters, path: `${prefix}*`, sort: "newest" });
  const query = { ...matching, sort: "total", limit: "50" } as const;
  return queryOptions({
    queryKey: ["feedback", projectId, "pages", query],
    queryFn: ({ signal }) => request(listPages, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** One item in full. */
export const feedbackDetail = (projectId: string, feedbackId: string) =>
  queryOptions({
    queryKey: ["feedback", projectId, "entry", feedbackId],
    queryFn: ({ signal }) => request(getFeedback, { params: { projectId, feedbackId }, signal }),
  });

/**
 * The IDs of all matching items in list order; `capped` if there are too many. Not part of the
 * feedback's other queries, which are removed when decisions are saved.
 */
export const matchingIds = (projectId: string, filters: FeedbackFilters) =>
  queryOptions({
    queryKey: ["matching", projectId, serializeFilters(filters)],
    queryFn: ({ signal }) =>
      request(listFeedbackIds, { params: { projectId }, query: queryOf(filters), signal }),
    staleTime: 0,
    gcTime: 0,
    retry: (_, error) => isTransient(error),
    retryDelay: (attempts) => Math.min(1_000 * 2 ** attempts, 5_000),
  });

/** Returns the item as it was last loaded, or undefined if it isn't loaded. Its comment may be cut. */
export function cachedItem(
  client: QueryClient,
  projectId: string,
  id: string,
): FeedbackDetail | FeedbackRow | undefined {
  const detail = client.getQueryData(feedbackDetail(projectId, id).queryKey);
  return detail ?? loadedRow(client, projectId, id);
}

/** Identifies the loaded rows of groups, each an array. */
export const groupRowsKey = (projectId: string) => ["feedback", projectId, "group"];

/** Returns the item's row of a loaded list or group, or undefined. Its comment may be cut. */
export function loadedRow(
  client: QueryClient,
  projectId: string,
  id: string,
): FeedbackRow | undefined {
  const lists = client.getQueriesData<InfiniteData<FeedbackRows>>({
    queryKey: ["feedback", projectId, "rows"],
  });
  const groups = client.getQueriesData<FeedbackRow[]>({ queryKey: groupRowsKey(projectId) });
  const loaded = [
    ...lists.flatMap(([, list]) => list?.pages.map(({ feedback }) => feedback) ?? []),
    ...groups.map(([, rows]) => rows ?? []),
  ];
  for (const rows of loaded) {
    const row = rows.find((one) => one.id === id);
    if (row) return row;
  }
  return undefined;
}

/**
 * Returns the status of an item that a row of the list stands for, as far as the filters tell: with one status, all
 * items have it. Otherwise undefined.
 */
export function groupedStatus(
  client: QueryClient,
  projectId: string,
  filters: FeedbackFilters,
  id: string,
): string | undefined {
  const [status, ...others] = filters.status ?? [];
  if (others.length > 0) return undefined;
  const list = client.getQueryData(feedbackPages(projectId, filters).queryKey);
  const isListed = list?.pages.some(({ feedback }) =>
    feedback.some(({ group }) => group?.ids.includes(id)),
  );
  return isListed ? status : undefined;
}

/** Sets the status of loaded items, until they are loaded again. */
export function updateLoadedStatus(
  client: QueryClient,
  projectId: string,
  ids: ReadonlySet<string>,
  status: string,
): void {
  const changed = (rows: FeedbackRow[]) =>
    rows.map((row) => (ids.has(row.id) ? { ...row, status } : row));
  client.setQueriesData<InfiniteData<FeedbackRows>>(
    { queryKey: ["feedback", projectId, "rows"] },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, feedback: changed(page.feedback) })),
      },
  );
  client.setQueriesData<FeedbackRow[]>(
    { queryKey: groupRowsKey(projectId) },
    (rows) => rows && changed(rows),
  );
}
