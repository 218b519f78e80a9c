import { queryOptions } from "@tanstack/react-query";
import type { QuarantinedEntry } from "../contract/dashboard.ts";
import { fetchJson } from "./fetch-json.ts";

const quarantine = (projectId: string) =>
  `/api/projects/${encodeURIComponent(projectId)}/quarantine`;

export interface QuarantineList {
  /** The newest first. */
  entries: QuarantinedEntry[];
  /** Of all there are. */
  total: number;
}

/** What the platform gave as entries and could not be kept as such. */
export const quarantined = (projectId: string) =>
  queryOptions({
    queryKey: ["quarantine", projectId],
    queryFn: ({ signal }) => fetchJson<QuarantineList>(quarantine(projectId), { signal }),
  });

/** Sets one aside for good, as long as it comes exactly as it is. */
export function dismissQuarantined(projectId: string, id: string): Promise<QuarantineList> {
  return fetchJson(`${quarantine(projectId)}/${encodeURIComponent(id)}`, { method: "DELETE" });
}
