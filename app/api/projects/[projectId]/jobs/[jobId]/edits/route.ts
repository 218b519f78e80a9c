import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  editLines: async ({ params: { projectId, jobId }, body, services }) => {
    await services.reviewComments.edit(projectId, jobId, body, services.person);
    return {};
  },
});
