import { queryOptions } from "@tanstack/react-query";
import type { ApiKey } from "../contract/api/keys.ts";
import { fetchJson } from "./fetch-json.ts";

const keys = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}/keys`;

/** The embedded platform's admin keys of a project. None of them in clear. */
export const apiKeys = (projectId: string) =>
  queryOptions({
    queryKey: ["keys", projectId],
    queryFn: ({ signal }) => fetchJson<{ keys: ApiKey[] }>(keys(projectId), { signal }),
  });

/** Makes a key; `secret` is told this once. */
export function createApiKey(
  projectId: string,
  name: string,
): Promise<{ key: ApiKey; secret: string }> {
  return fetchJson(keys(projectId), { method: "POST", body: { name } });
}

export function revokeApiKey(projectId: string, keyId: string): Promise<{ keys: ApiKey[] }> {
  return fetchJson(`${keys(projectId)}/${encodeURIComponent(keyId)}`, { method: "DELETE" });
}
