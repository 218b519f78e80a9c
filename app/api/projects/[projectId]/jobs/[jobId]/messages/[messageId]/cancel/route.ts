import { routes } from "../../../../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  jobId: string;
  messageId: string;
}>({
  POST: async ({ params: { projectId, jobId, messageId } }) => {
    const { jobs } = await projectServices(projectId);
    return { message: await jobs.cancelMessage(projectId, jobId, messageId) };
  },
});
