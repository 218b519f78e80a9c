import { z } from "zod";
import { readJson } from "../../../../../../../lib/http/body.ts";
import { routes } from "../../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../../lib/services.ts";

const resolution = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.literal("exists"), platformJobId: z.string().trim() }),
  z.strictObject({ outcome: z.literal("again"), intentKey: z.string() }),
  z.strictObject({ outcome: z.enum(["not_created", "cancel", "set_aside"]) }),
]);

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  jobId: string;
}>({
  POST: async ({ params, request }) => {
    const said = await readJson(request, resolution);
    const { jobs } = await projectServices(params.projectId);
    return jobs.resolve(params.projectId, params.jobId, said);
  },
});
