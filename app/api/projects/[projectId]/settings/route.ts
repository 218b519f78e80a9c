import { projectSettingsChange } from "../../../../../lib/contract/api/settings.ts";
import { readJson } from "../../../../../lib/http/body.ts";
import { projectRoutes } from "../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, services }) => {
      return { settings: await services.settings.read(params.projectId) };
    },
  },
  PATCH: {
    may: "settings",
    answer: async ({ params, request, services }) => {
      const change = await readJson(request, projectSettingsChange);
      return {
        settings: await services.settings.change(params.projectId, change, services.person),
      };
    },
  },
});
