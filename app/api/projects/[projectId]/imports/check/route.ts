import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  checkImport: async ({ params, body, services: { imports } }) =>
    imports.check(params.projectId, body),
});
