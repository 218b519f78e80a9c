import { queryOptions } from "@tanstack/react-query";
import { getEmbeddings } from "../contract/api/settings-routes.ts";
import { request } from "./request.ts";

/** Milliseconds between two polls. */
const POLL_INTERVAL_MS = 5_000;

/** How far the embeddings service has read the project's comments; null without one. */
export const embeddingStatus = (projectId: string) =>
  queryOptions({
    queryKey: ["embeddings", projectId],
    queryFn: async ({ signal }) =>
      (await request(getEmbeddings, { params: { projectId }, signal })).embeddings,
    refetchInterval: ({ state }) => (state.data ? POLL_INTERVAL_MS : false),
  });
