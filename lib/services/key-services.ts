import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { ApiKey, NewApiKey } from "../contract/api/keys.ts";
import type { Actor } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { ApiKey as PlatformKey } from "../platform/keys.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";

/** API keys of the built-in platform. @throws {NotFound} with a hosted platform */
export interface KeyServices {
  list(projectId: string): Promise<ApiKey[]>;
  /** Creates a key. The secret is returned only once. */
  create(projectId: string, wanted: NewApiKey, by: Actor): Promise<{ key: ApiKey; secret: string }>;
  revoke(projectId: string, keyId: string, by: Actor): Promise<void>;
}

export function keyServices(platform: EmbeddedPlatform | null, audit: Audit): KeyServices {
  const keys = () => {
    if (platform) return platform.keys;
    throw new NotFound("API keys are managed in the hosted platform's dashboard.");
  };
  return {
    list: async (projectId) => (await keys().list(projectId)).map(withoutProject),
    create: async (projectId, { name, ...limits }, by) => {
      const record = (created: PlatformKey) =>
        audit.record(by, "created the API key", describe(created));
      const { key: secret, ...key } = await keys().create(projectId, name, { ...limits, record });
      return { key: withoutProject(key), secret };
    },
    revoke: async (projectId, keyId, by) =>
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
