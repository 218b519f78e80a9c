import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getDocsCheck: async ({ params, services }) => services.docs.check(params.projectId),
  checkDocsRules: async ({ params, body, services }) => services.docs.check(params.projectId, body),
});
