import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getHistory: async ({ params, query: { before = null, person = null }, services }) =>
    services.feedback.history(params.projectId, { before, person }),
});
