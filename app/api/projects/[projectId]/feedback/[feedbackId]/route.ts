import { routes } from "../../../../../../lib/http/route.ts";
import { projectServices } from "../../../../../../lib/services.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = routes<{
  projectId: string;
  feedbackId: string;
}>({
  GET: async ({ params }) => {
    const { feedback } = await projectServices(params.projectId);
    return feedback.detail(params.projectId, params.feedbackId);
  },
});
