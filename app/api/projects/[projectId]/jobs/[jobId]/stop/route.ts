import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  stopJob: async ({ params: { projectId, jobId }, body, services: { jobs, person } }) => ({
    job: await jobs.stopAgent(projectId, jobId, body, person),
  }),
});
