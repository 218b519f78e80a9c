import { queryOptions } from "@tanstack/react-query";
import type { NewApiKey } from "../contract/api/keys.ts";
import { createKey, listKeys, revokeKey } from "../contract/api/settings-routes.ts";
import { request } from "./request.ts";

/** The project's admin keys of the built-in platform, without their secrets. */
export const apiKeys = (projectId: string) =>
  queryOptions({
    queryKey: ["keys", projectId],
    queryFn: ({ signal }) => request(listKeys, { params: { projectId }, signal }),
  });

/** Creates a key. The response is the only one that contains the secret. */
export function createApiKey(projectId: string, wanted: NewApiKey) {
  return request(createKey, { params: { projectId }, body: wanted });
}

export function revokeApiKey(projectId: string, keyId: string) {
  return request(revokeKey, { params: { projectId, keyId } });
}
