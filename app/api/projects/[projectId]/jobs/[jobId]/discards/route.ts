import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  discardHunk: async ({ params: { projectId, jobId }, body, services }) => {
    await services.reviewComments.discard(projectId, jobId, body, services.person);
    return {};
  },
});
