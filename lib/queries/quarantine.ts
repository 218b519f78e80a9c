import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import type { QuarantinedEntry } from "../contract/api/quarantine.ts";
import { fetchJson } from "./fetch-json.ts";

const quarantine = (projectId: string) =>
  `/api/projects/${encodeURIComponent(projectId)}/quarantine`;

export interface QuarantineList {
  /** Those that were seen for the first time last come first. */
  entries: QuarantinedEntry[];
  /** For those after the last one; null at the end. */
  nextCursor: string | null;
  /** Of all there are. */
  total: number;
}

/** What the platform gave as entries and could not be kept as such. */
export const quarantined = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ["quarantine", projectId],
    queryFn: ({ pageParam, signal }) =>
      fetchJson<QuarantineList>(
        `${quarantine(projectId)}${pageParam ? `?cursor=${encodeURIComponent(pageParam)}` : ""}`,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** Sets one aside for good, as long as it comes exactly as it is; answers how many are left. */
export function dismissQuarantined(projectId: string, id: string): Promise<{ total: number }> {
  return fetchJson(`${quarantine(projectId)}/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** The list without one that was dismissed, `total` being left. */
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
