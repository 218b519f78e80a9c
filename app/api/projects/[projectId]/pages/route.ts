import { apiRoutes } from "../../../../_server/api-routes.ts";
import { requireFilters } from "../../../../_server/require-filters.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listPages: async ({ params, query, services }) => {
    const { sort, limit, cursor = null, find = null, file = null, trend, ...filters } = query;
    return services.feedback.pages(params.projectId, requireFilters(filters, services.person), {
      sort,
      limit,
      cursor,
      find,
      file,
      trendUntil: trend === "true" ? Date.now() : null,
    });
  },
});
