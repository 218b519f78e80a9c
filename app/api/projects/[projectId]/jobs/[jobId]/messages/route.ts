import { z } from "zod";
import { readJson } from "../../../../../../../lib/http/body.ts";
import { routes } from "../../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../../lib/services.ts";

const message = z.strictObject({ intentKey: z.string(), prompt: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  jobId: string;
}>({
  POST: async ({ params, request }) => {
    const asked = await readJson(request, message);
    const { jobs } = await projectServices(params.projectId);
    return jobs.message(params.projectId, params.jobId, asked);
  },
});
