import { z } from "zod";
import { readJson } from "../../../../../../lib/http/body.ts";
import { projectRoutes } from "../../../../../_server/routes.ts";

const undo = z.strictObject({ token: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = projectRoutes({
  POST: {
    may: "triage",
    answer: async ({ params, request, services }) => {
      const { token } = await readJson(request, undo);
      return services.triage.undo(params.projectId, token, services.person);
    },
  },
});
