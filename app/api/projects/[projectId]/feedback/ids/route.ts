import { requiredFilters } from "../../../../../_server/required-filters.ts";
import { projectRoutes } from "../../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, query, services }) =>
      services.feedback.ids(params.projectId, requiredFilters(query)),
  },
});
