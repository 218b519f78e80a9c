import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  setJobOutcome: async ({ params: { projectId, jobId }, body, services: { jobs, person } }) =>
    jobs.setOutcome(projectId, jobId, body, person),
});
