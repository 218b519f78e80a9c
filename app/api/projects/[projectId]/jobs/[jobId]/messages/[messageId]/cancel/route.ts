import { apiRoutes } from "../../../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  cancelMessage: async ({ params, services: { jobs, person } }) => {
    const { projectId, jobId, messageId } = params;
    return { message: await jobs.cancelMessage(projectId, jobId, messageId, person) };
  },
});
