import { z } from "zod";
import { readJson } from "../../../../../../../lib/http/body.ts";
import { projectRoutes } from "../../../../../../_server/routes.ts";

const message = z.strictObject({ intentKey: z.string(), prompt: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{ jobId: string }>({
  POST: {
    may: "jobs",
    answer: async ({ params, request, services }) => {
      const asked = await readJson(request, message);
      return services.jobs.message(params.projectId, params.jobId, asked, services.person);
    },
  },
});
