import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getSettings: async ({ params, services }) => services.settings.read(params.projectId),
  updateSettings: async ({ params, body, services: { settings, person } }) =>
    settings.change(params.projectId, body, person),
});
