import { queryOptions } from "@tanstack/react-query";
import * as routes from "../contract/api/routes.ts";
import type { SyncStatus } from "../contract/api/sync.ts";
import { request } from "./request.ts";

/** How up to date the project's feedback is. Costs none of the platform's requests. */
export const syncStatus = (projectId: string) =>
  queryOptions({
    queryKey: ["sync", projectId],
    queryFn: ({ signal }) => request(routes.getSyncStatus, { params: { projectId }, signal }),
    refetchInterval: ({ state }) => (state.data?.phase === "following" ? 10_000 : 1_000),
  });

/** Syncs now. @throws {AppError} if the request budget doesn't allow it */
export function requestSync(projectId: string) {
  return request(routes.requestSync, { params: { projectId } });
}

/** Whether no sync succeeded since the problem began. Other problems affect only a part of it. */
export function isStopped({ problem, lastSuccessAt }: SyncStatus): boolean {
  return problem !== null && (lastSuccessAt ?? 0) <= problem.since;
}
