import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { CollectKeyChange, NewCollectKey } from "../contract/api/collect.ts";
import type { Actor } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { CollectKey as PlatformCollectKey } from "../platform/collect/collect-keys.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";

const SPAM_POSTS_PER_PAGE = 200;

/** What documentation sites send to the built-in platform. @throws {NotFound} with a hosted platform */
export function collectServices(platform: EmbeddedPlatform | null, audit: Audit) {
  const embedded = () => {
    if (platform) return platform;
    throw new NotFound(
      "The hosted platform collects feedback itself, so you don't need the widget.",
    );
  };
  return {
    keys: async (projectId: string) =>
      (await embedded().collectKeys.list(projectId)).map(({ projectId: _, ...key }) => key),
    createKey: async (projectId: string, wanted: NewCollectKey, by: Actor) => {
      const record = (created: PlatformCollectKey) =>
        audit.record(by, "created the public key", describe(created));
      await embedded().collectKeys.create(projectId, wanted, record);
    },
    /** Disabling takes effect immediately. */
    disableKey: async (projectId: string, key: string, by: Actor) => {
      const record = (disabled: PlatformCollectKey) =>
        audit.record(by, "disabled the public key", describe(disabled));
      await embedded().collectKeys.disable(projectId, key, record);
    },
    /** Takes effect immediately. */
    updateKey: async (
      projectId: string,
      key: string,
      { challenge }: CollectKeyChange,
      by: Actor,
    ) => {
      const what = challenge ? "turned on the challenge for" : "turned off the challenge for";
      const record = (changed: PlatformCollectKey) => audit.record(by, what, describe(changed));
      await embedded().collectKeys.setChallenge(projectId, key, challenge, record);
    },
    /** @param cursor from the previous page; null for the first @throws {InvalidRequest} */
    spamPosts: async (projectId: string, cursor: string | null) => {
      const { list, count } = embedded().spamPosts;
      const [{ spamPosts, nextCursor }, total] = await Promise.all([
        list(projectId, { limit: SPAM_POSTS_PER_PAGE, cursor }),
        count(projectId),
      ]);
      const shown = spamPosts.map(({ entry, reason, receivedAt }) => {
        const { id, path, comment } = entry;
        return { id, path, comment, reason, receivedAt };
      });
      return { suspects: shown, nextCursor, total };
    },
    countSpamPosts: async (projectId: string) => embedded().spamPosts.count(projectId),
    /** Moves suspected spam to the inbox. */
    restore: async (projectId: string, entryId: string) =>
      embedded().spamPosts.restore(projectId, entryId),
    /** Deletes suspected spam. IDs of anything else are ignored. @returns the number of deleted posts */
    deleteSpamPosts: async (projectId: string, ids: readonly string[], by: Actor) =>
      embedded().spamPosts.delete(projectId, ids, ([first, ...others]) => {
        const what = others.length === 0 ? first : `${others.length + 1} posts`;
        return audit.record(by, "deleted posts held for review:", `${what} of ${projectId}`);
      }),
  };
}

function describe({ name, key, projectId }: PlatformCollectKey): string {
  return `${name} (${key}) of ${projectId}`;
}
