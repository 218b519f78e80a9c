import { z } from "zod";
import { readJson } from "../../../../../../lib/http/body.ts";
import { routes } from "../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../lib/services.ts";

const undo = z.strictObject({ token: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  POST: async ({ params, request }) => {
    const { token } = await readJson(request, undo);
    const { triage } = await projectServices(params.projectId);
    return triage.undo(params.projectId, token);
  },
});
