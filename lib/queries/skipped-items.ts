import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import * as settingsRoutes from "../contract/api/settings-routes.ts";
import type { SkippedItemList } from "../contract/api/skipped-items.ts";
import { FIRST_CURSOR, request } from "./request.ts";

/** Items that the platform sent and Errata couldn't read, newest first. */
export const skippedItems = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ["quarantine", projectId],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: pageParam };
      return request(settingsRoutes.listSkippedItems, { params: { projectId }, query, signal });
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Hides a skipped item until the platform sends it with different content. */
export function dismissSkippedItem(projectId: string, entryId: string) {
  return request(settingsRoutes.dismissSkippedItem, { params: { projectId, entryId } });
}

/** Returns the list without a dismissed item. `total` items are left. */
export function withoutSkippedItem<Cursor>(
  list: InfiniteData<SkippedItemList, Cursor>,
  id: string,
  total: number,
): InfiniteData<SkippedItemList, Cursor> {
  const pages = list.pages.map((page) => ({
    ...page,
    entries: page.entries.filter((entry) => entry.id !== id),
    total,
  }));
  return { ...list, pages };
}
