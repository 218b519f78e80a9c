import { projectRoutes } from "../../../../../person-routes.ts";
import { requiredFilters } from "../../../../../required-filters.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, query, services }) =>
      services.feedback.facets(params.projectId, requiredFilters(query)),
  },
});
