import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  applySuggestedTriage: async ({ params: { projectId, jobId }, services: { jobs, person } }) =>
    jobs.applySuggestedTriage(projectId, jobId, person),
});
