import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getJobReport: async ({ params, services }) => ({
    report: await services.jobs.report(params.projectId, params.jobId),
  }),
});
