import { projectSettingsChange } from "../../../../../lib/contract/settings.ts";
import { readJson } from "../../../../../lib/http/body.ts";
import { routes } from "../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params }) => {
    const { settings } = await projectServices(params.projectId);
    return { settings: await settings.read(params.projectId) };
  },
  PATCH: async ({ params, request }) => {
    const change = await readJson(request, projectSettingsChange);
    const { settings } = await projectServices(params.projectId);
    return { settings: await settings.change(params.projectId, change) };
  },
});
