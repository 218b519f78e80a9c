import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listSuspects: async ({ params, services }) => ({
    suspects: await services.collect.suspects(params.projectId),
  }),
});
