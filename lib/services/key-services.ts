import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Actor } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { ApiKey, CreatedKey } from "../platform/keys.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";

/** API keys of the embedded platform. @throws {NotFound} on a hosted one */
export interface KeyServices {
  list(projectId: string): Promise<ApiKey[]>;
  create(projectId: string, name: string, by: Actor): Promise<CreatedKey>;
  revoke(projectId: string, keyId: string, by: Actor): Promise<void>;
}

export function keyServices(platform: EmbeddedPlatform | null, audit: Audit): KeyServices {
  const keys = () => {
    if (platform) return platform.keys;
    throw new NotFound("This is managed in the hosted platform's own dashboard.");
  };
  return {
    list: async (projectId) => keys().list(projectId),
    create: async (projectId, name, by) => {
      const key = await keys().create(projectId, name);
      await audit.record(by, "created the API key", `${key.name} (${key.hint}) of ${projectId}`);
      return key;
    },
    revoke: async (projectId, keyId, by) => {
      await keys().revoke(projectId, keyId);
      const key = (await keys().list(projectId)).find(({ id }) => id === keyId);
      await audit.record(by, "revoked the API key", `${key?.name} (${key?.hint}) of ${projectId}`);
    },
  };
}
