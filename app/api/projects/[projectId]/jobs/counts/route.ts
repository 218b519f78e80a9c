import { routes } from "../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{ projectId: string }>({
  GET: async ({ params }) => {
    const { jobs } = await projectServices(params.projectId);
    return jobs.counts(params.projectId);
  },
});
