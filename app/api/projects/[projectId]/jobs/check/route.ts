import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  findOpenJobs: async ({ params, body, services }) => ({
    open: await services.jobs.check(params.projectId, body.feedbackIds),
  }),
});
