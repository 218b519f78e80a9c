import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getJobCounts: async ({ params, services }) =>
    services.jobs.counts(params.projectId, services.person.id),
});
