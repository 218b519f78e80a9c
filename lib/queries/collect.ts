import { queryOptions } from "@tanstack/react-query";
import type { CollectKey, NewCollectKey } from "../contract/api/collect.ts";
import {
  createCollectKey as createCollectKeyRoute,
  disableCollectKey as disableCollectKeyRoute,
  listCollectKeys,
  listSuspects,
  restoreSuspect as restoreSuspectRoute,
  updateCollectKey as updateCollectKeyRoute,
} from "../contract/api/settings-routes.ts";
import { request } from "./request.ts";

/** Milliseconds between checks whether the first feedback arrived. */
const CHECK_INTERVAL = 5_000;

/** The project's public keys with what came in. */
export const collectKeys = (projectId: string) =>
  queryOptions({
    queryKey: ["collect-keys", projectId],
    queryFn: ({ signal }) => request(listCollectKeys, { params: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.keys.some(isWaiting) ? CHECK_INTERVAL : false),
  });

/** Whether an enabled key hasn't received anything yet. */
function isWaiting({ disabledAt, lastReceivedAt }: CollectKey): boolean {
  return disabledAt === null && lastReceivedAt === null;
}

export function createCollectKey(projectId: string, wanted: NewCollectKey) {
  return request(createCollectKeyRoute, { params: { projectId }, body: wanted });
}

export function disableCollectKey(projectId: string, key: string) {
  return request(disableCollectKeyRoute, { params: { projectId, key } });
}

/** Switches the challenge of a key on or off. */
export function setChallenge(projectId: string, key: string, challenge: boolean) {
  return request(updateCollectKeyRoute, { params: { projectId, key }, body: { challenge } });
}

/** Feedback that was kept aside because it looks like spam, newest first. */
export const suspects = (projectId: string) =>
  queryOptions({
    queryKey: ["suspects", projectId],
    queryFn: ({ signal }) => request(listSuspects, { params: { projectId }, signal }),
  });

export function restoreSuspect(projectId: string, entryId: string) {
  return request(restoreSuspectRoute, { params: { projectId, entryId } });
}
