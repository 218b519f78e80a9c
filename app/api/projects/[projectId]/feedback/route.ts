import { z } from "zod";
import { readJson } from "../../../../../lib/http/body.ts";
import { projectRoutes } from "../../../../person-routes.ts";
import { requiredFilters, rowLimit } from "../../../../required-filters.ts";

const change = z.strictObject({
  ids: z.array(z.string()),
  set: z.strictObject({ status: z.string() }),
});

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  GET: {
    may: "read",
    answer: async ({ params, query, services }) => {
      const { limit, problems } = rowLimit(query);
      const filters = requiredFilters(query, ["limit", "cursor"], problems);
      const page = { limit, cursor: query.get("cursor") };
      return services.feedback.page(params.projectId, filters, page);
    },
  },
  PATCH: {
    may: "triage",
    answer: async ({ params, request, services }) => {
      const { ids, set } = await readJson(request, change);
      return services.triage.setStatus(params.projectId, ids, set.status, services.person);
    },
  },
});
