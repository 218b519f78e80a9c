import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getReader: async ({ params: { projectId, feedbackId }, services: { readers } }) => ({
    items: await readers.count(projectId, feedbackId),
  }),
  forgetReader: async ({ params: { projectId, feedbackId }, services: { readers, person } }) => ({
    changed: await readers.forget(projectId, feedbackId, person),
  }),
});
