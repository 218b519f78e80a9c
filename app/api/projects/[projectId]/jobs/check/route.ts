import { z } from "zod";
import { readJson } from "../../../../../../lib/http/body.ts";
import { projectRoutes } from "../../../../../_server/routes.ts";

const selection = z.strictObject({ feedbackIds: z.array(z.string()) });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  POST: {
    may: "jobs",
    answer: async ({ params, request, services }) => {
      const { feedbackIds } = await readJson(request, selection);
      return { open: await services.jobs.check(params.projectId, feedbackIds) };
    },
  },
});
