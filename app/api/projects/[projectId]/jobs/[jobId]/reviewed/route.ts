import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  setReviewedFile: async ({ params: { projectId, jobId }, body, services }) => {
    await services.reviews.setReviewed(projectId, jobId, body, services.person.id);
    return {};
  },
});
