import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getFeedback: async ({ params, services }) =>
    services.feedback.detail(params.projectId, params.feedbackId),
});
