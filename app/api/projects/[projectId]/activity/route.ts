import { InvalidRequest } from "../../../../../lib/errors.ts";
import { parseFilters } from "../../../../../lib/filters/feedback-filters.ts";
import { routes } from "../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params, query }) => {
    const { filters, problems } = parseFilters(query);
    if (problems.length > 0) throw InvalidRequest.of(problems);
    const { feedback } = await projectServices(params.projectId);
    return feedback.activity(params.projectId, filters);
  },
});
