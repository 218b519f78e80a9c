import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  mergeJob: async ({ params: { projectId, jobId }, body, services: { reviews, person } }) =>
    reviews.merge(projectId, jobId, body, person),
});
