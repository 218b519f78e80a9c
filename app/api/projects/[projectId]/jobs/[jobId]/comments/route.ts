import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listReviewComments: async ({ params: { projectId, jobId }, services }) => ({
    comments: await services.reviewComments.list(projectId, jobId, services.person.id),
  }),
  saveReviewComment: async ({ params: { projectId, jobId }, body, services }) => ({
    comments: await services.reviewComments.save(projectId, jobId, body, services.person.id),
  }),
});
