import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** A query whose data the server's HTML includes, and when the server read it (epoch milliseconds). */
export type PreloadedQuery = [key: QueryKey, data: unknown, updatedAt: number];

/**
 * Returns the client's queries for the server's HTML. Sends less than `dehydrate`, which also sends
 * the initial state of every query.
 */
export function preloadedQueries(client: QueryClient): PreloadedQuery[] {
  return client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data, state.dataUpdatedAt]);
}
