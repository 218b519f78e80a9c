import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CollectKey, NewCollectKey, SpamPostList } from "../contract/api/collect.ts";
import * as settingsRoutes from "../contract/api/settings-routes.ts";
import { FIRST_CURSOR, request } from "./request.ts";

/** Milliseconds between checks whether the first feedback arrived. */
const CHECK_INTERVAL_MS = 5_000;

/** The project's public keys with the numbers of received items. */
export const collectKeys = (projectId: string) =>
  queryOptions({
    queryKey: ["collect-keys", projectId],
    queryFn: ({ signal }) =>
      request(settingsRoutes.listCollectKeys, { params: { projectId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.keys.some(isWaiting) ? CHECK_INTERVAL_MS : false,
  });

/** Whether an enabled key hasn't received anything yet. */
function isWaiting({ disabledAt, lastReceivedAt }: CollectKey): boolean {
  return disabledAt === null && lastReceivedAt === null;
}

/** Returns the enabled keys of sites other than this server's own. */
export function keysOfOtherSites(keys: CollectKey[] | undefined, publicUrl: string): CollectKey[] {
  const { origin } = new URL(publicUrl);
  const isOther = (key: CollectKey) => key.disabledAt === null && !key.origins.includes(origin);
  return keys?.filter(isOther) ?? [];
}

export function createCollectKey(projectId: string, wanted: NewCollectKey) {
  return request(settingsRoutes.createCollectKey, { params: { projectId }, body: wanted });
}

export function disableCollectKey(projectId: string, key: string) {
  return request(settingsRoutes.disableCollectKey, { params: { projectId, key } });
}

/** Switches the challenge of a key on or off. */
export function setChallenge(projectId: string, key: string, challenge: boolean) {
  return request(settingsRoutes.updateCollectKey, {
    params: { projectId, key },
    body: { challenge },
  });
}

/** Feedback that was held because it looks like spam, newest first. */
export const spamPosts = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: ["spamPosts", projectId],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: pageParam };
      return request(settingsRoutes.listSpamPosts, { params: { projectId }, query, signal });
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
  });

export function restoreSpamPost(projectId: string, entryId: string) {
  return request(settingsRoutes.restoreSpamPost, { params: { projectId, entryId } });
}

/** Deletes suspected spam. Can't be undone. */
export function deleteSpamPosts(projectId: string, ids: string[]) {
  return request(settingsRoutes.deleteSpamPosts, { params: { projectId }, body: { ids } });
}

/** Returns the list without a restored submission. `total` are left. */
export function withoutSpamPost<Cursor>(
  list: InfiniteData<SpamPostList, Cursor>,
  restored: string,
  total: number,
): InfiniteData<SpamPostList, Cursor> {
  const pages = list.pages.map((page) => ({
    ...page,
    suspects: page.suspects.filter(({ id }) => id !== restored),
    total,
  }));
  return { ...list, pages };
}
