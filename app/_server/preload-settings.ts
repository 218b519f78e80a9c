import type { QueryClient } from "@tanstack/react-query";
import { may } from "../../lib/contract/api/permissions.ts";
import { collectKeys } from "../../lib/queries/collect.ts";
import { embeddingStatus } from "../../lib/queries/embeddings.ts";
import { apiKeys } from "../../lib/queries/keys.ts";
import { projectSettings } from "../../lib/queries/project-settings.ts";
import type { AuthorizedServices } from "../../lib/services.ts";

/** Reads the project settings that the page shows at once, so that nothing moves while it loads. */
export async function preloadSettings(
  client: QueryClient,
  services: AuthorizedServices,
  projectId: string,
): Promise<void> {
  client.setQueryData(projectSettings(projectId).queryKey, await services.settings.read(projectId));
  client.setQueryData(
    embeddingStatus(projectId).queryKey,
    await services.embeddings.status(projectId),
  );
  if (!services.isBuiltIn || !may(services.person.role, "keys")) return;
  client.setQueryData(apiKeys(projectId).queryKey, { keys: await services.keys.list(projectId) });
  await preloadCollectKeys(client, services, projectId);
}

/** The same for the public keys of the built-in platform, for people who may see them. */
export async function preloadCollectKeys(
  client: QueryClient,
  { collect }: Pick<AuthorizedServices, "collect">,
  projectId: string,
): Promise<void> {
  client.setQueryData(collectKeys(projectId).queryKey, { keys: await collect.keys(projectId) });
}
