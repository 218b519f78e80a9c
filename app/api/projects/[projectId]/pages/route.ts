import { InvalidRequest } from "../../../../../lib/errors.ts";
import { parseFilters } from "../../../../../lib/filters/feedback-filters.ts";
import { isPageSort, PAGE_SORTS } from "../../../../../lib/filters/page-sorts.ts";
import { readLimit } from "../../../../../lib/http/limit.ts";
import { routes } from "../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../lib/services.ts";

const LIMIT = { default: 50, maximum: 200 };

// `sort` orders the pages here; the other parameters are the feedback filter's.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params, query }) => {
    const sort = query.get("sort") ?? "rank";
    const limit = readLimit(query.get("limit"), LIMIT) ?? 0;
    const { filters, problems } = parseFilters(query, ["sort", "limit", "cursor"]);
    if (limit === 0) {
      problems.push(`limit: must be a whole number from 1 to ${LIMIT.maximum}`);
    }
    if (!isPageSort(sort)) {
      problems.push(`sort: must be ${PAGE_SORTS.join(", ")}`);
      throw InvalidRequest.of(problems);
    }
    if (problems.length > 0) throw InvalidRequest.of(problems);
    const { feedback } = await projectServices(params.projectId);
    const cursor = query.get("cursor");
    return feedback.pages(params.projectId, filters, { sort, limit, cursor });
  },
});
