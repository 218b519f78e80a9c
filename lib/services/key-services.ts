import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { ApiKey, NewApiKey } from "../contract/api/keys.ts";
import type { Actor } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { ApiKey as PlatformKey } from "../platform/keys.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";

/** API keys of the built-in platform. @throws {NotFound} with a hosted platform */
export function keyServices(platform: EmbeddedPlatform | null, audit: Audit) {
  const keys = () => {
    if (platform) return platform.keys;
    throw new NotFound("API keys are managed in the hosted platform's dashboard.");
  };
  return {
    list: async (projectId: string) => (await keys().list(projectId)).map(withoutProject),
    /** Creates a key. The secret is returned only once. */
    create: async (projectId: string, { name, ...limits }: NewApiKey, by: Actor) => {
      const record = (created: PlatformKey) =>
        audit.record(by, "created the API key", describe(created));
      const { key: secret, ...key } = await keys().create(projectId, name, { ...limits, record });
      return { key: withoutProject(key), secret };
    },
    revoke: async (projectId: string, keyId: string, by: Actor) =>
      keys().revoke(projectId, keyId, (revoked) =>
        audit.record(by, "revoked the API key", describe(revoked)),
      ),
  };
}

function describe({ name, hint, projectId }: PlatformKey): string {
  return `${name} (${hint}) of ${projectId}`;
}

function withoutProject({ projectId: _, ...key }: PlatformKey): ApiKey {
  return key;
}
