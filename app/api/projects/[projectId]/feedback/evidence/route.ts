import { z } from "zod";
import { readJson } from "../../../../../../lib/http/body.ts";
import { projectRoutes } from "../../../../../_server/routes.ts";

const selection = z.strictObject({ ids: z.array(z.string()) });

// A read; it is a POST because hundreds of identifiers do not fit an address.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  POST: {
    may: "jobs",
    answer: async ({ params, request, services }) => {
      const { ids } = await readJson(request, selection);
      return { evidence: await services.feedback.evidence(params.projectId, ids) };
    },
  },
});
