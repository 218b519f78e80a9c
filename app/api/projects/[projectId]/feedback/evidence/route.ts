import { z } from "zod";
import { readJson } from "../../../../../../lib/http/body.ts";
import { routes } from "../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../lib/services.ts";

const selection = z.strictObject({ ids: z.array(z.string()) });

// A read; it is a POST because hundreds of identifiers do not fit an address.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  POST: async ({ params, request }) => {
    const { ids } = await readJson(request, selection);
    const { feedback } = await projectServices(params.projectId);
    return { evidence: await feedback.evidence(params.projectId, ids) };
  },
});
