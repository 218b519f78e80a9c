import { z } from "zod";
import { readJson } from "../../../../../../lib/http/body.ts";
import { routes } from "../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../lib/services.ts";

const selection = z.strictObject({ feedbackIds: z.array(z.string()) });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  POST: async ({ params, request }) => {
    const { feedbackIds } = await readJson(request, selection);
    const { jobs } = await projectServices(params.projectId);
    return { open: await jobs.check(params.projectId, feedbackIds) };
  },
});
