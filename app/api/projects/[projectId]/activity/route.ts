import { apiRoutes } from "../../../../_server/api-routes.ts";
import { requireFilters } from "../../../../_server/require-filters.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getActivity: async ({ params, query, services }) =>
    services.feedback.activity(params.projectId, requireFilters(query, services.person)),
});
