import { apiRoutes } from "../../../../_server/api-routes.ts";
import { requireFilters } from "../../../../_server/require-filters.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getInsights: async ({ params, query, services }) =>
    services.feedback.insights(
      params.projectId,
      requireFilters(query, services.person),
      Date.now(),
    ),
});
