import { apiRoutes } from "../../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  openReaderMessage: async ({ params, body, services: { readerMessages, person } }) =>
    readerMessages.open(params.projectId, params.jobId, params.feedbackId, {
      ...body,
      by: person,
    }),
});
