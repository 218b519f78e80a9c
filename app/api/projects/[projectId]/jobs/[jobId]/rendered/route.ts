import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  renderJobPage: async ({ params: { projectId, jobId }, query, services }) => ({
    rendered: await services.reviews.render(projectId, jobId, query),
  }),
});
