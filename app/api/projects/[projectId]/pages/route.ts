import { InvalidRequest } from "../../../../../lib/errors.ts";
import { isPageSort, PAGE_SORTS } from "../../../../../lib/filters/page-sorts.ts";
import { requiredFilters, rowLimit } from "../../../../_server/required-filters.ts";
import { projectRoutes } from "../../../../_server/routes.ts";

// `sort` orders the pages here; the other parameters are the feedback filter's.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, query, services }) => {
      const sort = query.get("sort") ?? "rank";
      const { limit, problems } = rowLimit(query);
      if (!isPageSort(sort)) {
        throw InvalidRequest.of([...problems, `sort: must be ${PAGE_SORTS.join(", ")}`]);
      }
      const filters = requiredFilters(query, ["sort", "limit", "cursor"], problems);
      const cursor = query.get("cursor");
      return services.feedback.pages(params.projectId, filters, { sort, limit, cursor });
    },
  },
});
