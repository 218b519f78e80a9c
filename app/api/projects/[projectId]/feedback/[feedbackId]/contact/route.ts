import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getContact: async ({ params, services }) => ({
    contact: await services.feedback.contact(params.projectId, params.feedbackId),
  }),
});
