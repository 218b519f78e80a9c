import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  archiveJob: async ({ params: { projectId, jobId }, services: { jobs, person } }) => ({
    job: await jobs.archive(projectId, jobId, person),
  }),
});
