import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listReadersToNotify: async ({ params: { projectId, jobId }, services }) => ({
    readers: await services.readerMessages.list(projectId, jobId),
  }),
});
