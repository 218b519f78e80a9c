import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  testConnection: async ({ params, services }) => services.setup.testConnection(params.projectId),
});
