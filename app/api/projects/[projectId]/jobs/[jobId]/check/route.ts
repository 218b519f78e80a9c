import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  checkJob: async ({ params: { projectId, jobId }, services: { jobs } }) => ({
    job: await jobs.checkNow(projectId, jobId),
  }),
});
