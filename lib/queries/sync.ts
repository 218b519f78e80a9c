import { queryOptions } from "@tanstack/react-query";
import type { SyncStatus } from "../contract/api/sync.ts";
import { fetchJson } from "./fetch-json.ts";

const sync = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}/sync`;

/** How fresh the project's feedback is. Asks our own server only, so it costs no quota. */
export const syncStatus = (projectId: string) =>
  queryOptions({
    queryKey: ["sync", projectId],
    queryFn: ({ signal }) => fetchJson<SyncStatus>(sync(projectId), { signal }),
    refetchInterval: ({ state }) => (state.data?.phase === "following" ? 10_000 : 1_000),
  });

/** Asks for a look at the platform now; fails where the budget does not allow one. */
export function requestSync(projectId: string): Promise<SyncStatus> {
  return fetchJson(sync(projectId), { method: "POST" });
}

/** Whether nothing has come since the trouble began; other trouble is with a part of it only. */
export function isStopped({ problem, lastSuccessAt }: SyncStatus): boolean {
  return problem !== null && (lastSuccessAt ?? 0) <= problem.since;
}
