import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  applySuggestedTriage: async ({ params: { projectId, jobId }, body, services }) =>
    services.jobs.applySuggestedTriage(projectId, jobId, services.person, body),
});
