import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getItemPage: async ({ params, services }) =>
    services.feedback.itemPage(params.projectId, params.feedbackId),
});
