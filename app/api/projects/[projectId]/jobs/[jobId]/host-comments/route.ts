import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listHostComments: async ({ params: { projectId, jobId }, services }) =>
    services.hostComments.list(projectId, jobId, services.person.id),
  takeHostComments: async ({ params: { projectId, jobId }, body, services }) => ({
    comments: await services.hostComments.take(projectId, jobId, body, services.person.id),
  }),
});
