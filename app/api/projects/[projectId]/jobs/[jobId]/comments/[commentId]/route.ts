import { apiRoutes } from "../../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  deleteReviewComment: async ({ params: { projectId, jobId, commentId }, services }) => ({
    comments: await services.reviewComments.delete(projectId, jobId, commentId, services.person.id),
  }),
});
