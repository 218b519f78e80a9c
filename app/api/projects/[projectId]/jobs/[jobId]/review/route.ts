import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getJobReview: async ({ params: { projectId, jobId }, query, services }) => ({
    review: await services.reviews.read(
      projectId,
      jobId,
      Number(query.page ?? 1),
      services.person.id,
    ),
  }),
});
