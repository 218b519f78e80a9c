import { apiRoutes } from "../../../../_server/api-routes.ts";
import { requireFilters, requireSelection } from "../../../../_server/require-filters.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listFeedback: async ({ params, query: { limit, cursor = null, ...filters }, services }) =>
    services.feedback.page(params.projectId, requireFilters(filters, services.person), {
      limit,
      cursor,
    }),
  updateFeedback: async ({ params, body: { set, ...selection }, services: { triage, person } }) =>
    triage.setStatus(params.projectId, requireSelection(selection, person), set.status, person),
});
