import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listSuspects: async ({ params, query: { cursor = null }, services: { collect } }) =>
    collect.suspects(params.projectId, cursor),
});
