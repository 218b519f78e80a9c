import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getEmbeddings: async ({ params, services }) => ({
    embeddings: await services.embeddings.status(params.projectId),
  }),
});
