import { queryOptions } from "@tanstack/react-query";
import { getSyncStatus, requestSync as requestSyncRoute } from "../contract/api/routes.ts";
import type { FeedStatus, SyncStatus } from "../contract/api/sync.ts";
import { request } from "./request.ts";

/** Milliseconds between two polls. */
const POLL_INTERVAL_MS = 10_000;
const EMPTY_INTERVAL = 2_000;

/** How up to date the project's feedback is. Costs none of the platform's requests. */
export const syncStatus = (projectId: string) =>
  queryOptions({
    queryKey: ["sync", projectId],
    queryFn: ({ signal }) => request(getSyncStatus, { params: { projectId }, signal }),
    // Only a first sync that has found nothing yet is polled often: someone waits for the first rows.
    refetchInterval: ({ state }) => (state.data?.items === 0 ? EMPTY_INTERVAL : POLL_INTERVAL_MS),
  });

/** Syncs now. @throws {AppError} if the request budget doesn't allow it */
export function requestSync(projectId: string) {
  return request(requestSyncRoute, { params: { projectId } });
}

/** Whether no sync succeeded since the problem began. Other problems affect only a part of it. */
export function isStopped({ problem, lastSuccessAt }: SyncStatus): boolean {
  return problem !== null && (lastSuccessAt ?? 0) <= problem.since;
}

/** How far the built-in platform's changes are synced, in a few words. */
export function feedHeadline({ changesLeft }: FeedStatus): string {
  if (changesLeft === 0) return "Up to date";
  return `Syncing: ${changesLeft.toLocaleString("en")} ${changesLeft === 1 ? "change" : "changes"} left`;
}

/** A value that changes when more feedback was synced. */
export function syncedVersion(status: SyncStatus | undefined): number | null {
  return (status?.source === "feed" ? status.revision : status?.lastSuccessAt) ?? null;
}
