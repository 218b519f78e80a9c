import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getJob: async ({ params, services }) => ({
    job: await services.jobs.get(params.projectId, params.jobId),
  }),
});
