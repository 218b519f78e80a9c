import { routes } from "../../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  jobId: string;
}>({
  GET: async ({ params }) => {
    const { jobReport } = await projectServices(params.projectId);
    return { report: await jobReport(params.projectId, params.jobId) };
  },
});
