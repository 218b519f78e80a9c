import { routes } from "../../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  jobId: string;
}>({
  POST: async ({ params }) => {
    const { jobs } = await projectServices(params.projectId);
    return jobs.resolveFeedback(params.projectId, params.jobId);
  },
});
