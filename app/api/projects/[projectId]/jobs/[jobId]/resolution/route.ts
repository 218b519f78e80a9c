import { z } from "zod";
import { readJson } from "../../../../../../../lib/http/body.ts";
import { projectRoutes } from "../../../../../../_server/routes.ts";

const resolution = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.literal("exists"), platformJobId: z.string().trim() }),
  z.strictObject({ outcome: z.literal("again"), intentKey: z.string() }),
  z.strictObject({ outcome: z.enum(["not_created", "cancel", "set_aside"]) }),
]);

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes<{ jobId: string }>({
  POST: {
    may: "jobs",
    answer: async ({ params, request, services }) => {
      const said = await readJson(request, resolution);
      return services.jobs.resolve(params.projectId, params.jobId, said, services.person);
    },
  },
});
