import { z } from "zod";
import { InvalidRequest } from "../../../../../lib/errors.ts";
import { parseFilters } from "../../../../../lib/filters/feedback-filters.ts";
import { readJson } from "../../../../../lib/http/body.ts";
import { readLimit } from "../../../../../lib/http/limit.ts";
import { routes } from "../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../lib/services.ts";

const change = z.strictObject({
  ids: z.array(z.string()),
  set: z.strictObject({ status: z.string() }),
});

const LIMIT = { default: 50, maximum: 200 };

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params, query }) => {
    const { filters, problems } = parseFilters(query, ["limit", "cursor"]);
    const limit = readLimit(query.get("limit"), LIMIT) ?? 0;
    if (limit === 0) {
      problems.push(`limit: must be a whole number from 1 to ${LIMIT.maximum}`);
    }
    if (problems.length > 0) throw InvalidRequest.of(problems);
    const { feedback } = await projectServices(params.projectId);
    return feedback.page(params.projectId, filters, { limit, cursor: query.get("cursor") });
  },
  PATCH: async ({ params, request }) => {
    const { ids, set } = await readJson(request, change);
    const { triage } = await projectServices(params.projectId);
    return triage.setStatus(params.projectId, ids, set.status);
  },
});
