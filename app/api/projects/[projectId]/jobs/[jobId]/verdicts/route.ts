import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  setVerdict: async ({ params: { projectId, jobId }, body, services: { reviews, person } }) => {
    await reviews.setVerdict(projectId, jobId, body, person);
    return {};
  },
});
