import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  sendMessage: async ({ params: { projectId, jobId }, body, services: { jobs, person } }) =>
    jobs.message(projectId, jobId, body, person),
});
