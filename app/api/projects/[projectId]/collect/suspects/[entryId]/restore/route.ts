import { apiRoutes } from "../../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  restoreSpamPost: async ({ params, services: { collect } }) => {
    await collect.restore(params.projectId, params.entryId);
    return { total: await collect.countSpamPosts(params.projectId) };
  },
});
