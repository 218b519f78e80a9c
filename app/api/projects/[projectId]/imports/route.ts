import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  importFeedback: async ({ params, body, services: { imports, person } }) =>
    imports.add(params.projectId, body, person),
  listImports: async ({ params, query, services: { imports } }) =>
    imports.list(params.projectId, query.before ?? null),
});
