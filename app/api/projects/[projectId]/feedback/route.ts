import { apiRoutes } from "../../../../_server/api-routes.ts";
import { requireFilters, requireSelection } from "../../../../_server/require-filters.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listFeedback: async ({ params, query, services }) => {
    const { limit, cursor = null, voteLines, ...filters } = query;
    const page = { limit, cursor, voteLines: voteLines !== undefined };
    return services.feedback.page(params.projectId, requireFilters(filters, services.person), page);
  },
  updateFeedback: async ({ params, body: { set, ...selection }, services: { triage, person } }) =>
    triage.setStatus(params.projectId, requireSelection(selection, person), set.status, person),
});
