import { z } from "zod";
import { readJson } from "../../../../../lib/http/body.ts";
import { chosen, idsOf } from "../../../../_server/feedback-selection.ts";
import { requiredFilters, rowLimit } from "../../../../_server/required-filters.ts";
import { projectRoutes } from "../../../../_server/routes.ts";

const set = z.strictObject({ status: z.string() });
const change = z.union(chosen.options.map((choice) => choice.extend({ set })));

/** No entry matches, so that there is nothing to take back. */
const NOTHING = { changed: 0, undo: null };

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
      const { set, ...choice } = await readJson(request, change);
      const ids = await idsOf(services, params.projectId, choice);
      if (ids.length === 0 && "where" in choice) return NOTHING;
      return services.triage.setStatus(params.projectId, ids, set.status, services.person);
    },
  },
});
