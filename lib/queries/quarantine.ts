import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { QuarantineList } from "../contract/api/quarantine.ts";
import {
  dismissQuarantined as dismissQuarantinedRoute,
  listQuarantine,
} from "../contract/api/settings-routes.ts";
import { request } from "./request.ts";

/** Items that the platform sent and Errata couldn't read, newest first. */
export const quarantined = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ["quarantine", projectId],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: pageParam };
      return request(listQuarantine, { params: { projectId }, query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Hides a skipped item until the platform sends it with different content. */
export function dismissQuarantined(projectId: string, entryId: string) {
  return request(dismissQuarantinedRoute, { params: { projectId, entryId } });
}

/** Returns the list without a dismissed item. `total` items are left. */
export function withoutQuarantined<Cursor>(
  list: InfiniteData<QuarantineList, Cursor>,
  id: string,
  total: number,
): InfiniteData<QuarantineList, Cursor> {
  const pages = list.pages.map((page) => ({
    ...page,
    entries: page.entries.filter((entry) => entry.id !== id),
    total,
  }));
  return { ...list, pages };
}
