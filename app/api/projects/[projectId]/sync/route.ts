import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getSyncStatus: async ({ params, services }) => services.mirror.status(params.projectId),
  requestSync: async ({ params, services }) => services.mirror.refresh(params.projectId),
});
