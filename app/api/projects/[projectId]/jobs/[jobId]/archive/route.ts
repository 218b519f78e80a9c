import { routes } from "../../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  jobId: string;
}>({
  POST: async ({ params }) => {
    const { archiveJob } = await projectServices(params.projectId);
    return { job: await archiveJob(params.projectId, params.jobId) };
  },
});
