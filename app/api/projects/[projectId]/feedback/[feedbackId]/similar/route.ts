import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listSimilar: async ({ params, services }) =>
    services.feedback.similar(params.projectId, params.feedbackId),
});
