import { routes } from "../../../../../../lib/http/route.ts";
import { embeddedServices } from "../../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  keyId: string;
}>({
  DELETE: async ({ params }) => {
    const { keys } = await embeddedServices(params.projectId);
    await keys.revoke(params.projectId, params.keyId);
    return { keys: await keys.list(params.projectId) };
  },
});
