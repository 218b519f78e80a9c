import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getSettings: async ({ params, services }) => ({
    settings: await services.settings.read(params.projectId),
  }),
  updateSettings: async ({ params, body, services: { settings, person } }) => ({
    settings: await settings.change(params.projectId, body, person),
  }),
});
