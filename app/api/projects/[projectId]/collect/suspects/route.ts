import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listSpamPosts: async ({ params, query: { cursor = null }, services: { collect } }) =>
    collect.spamPosts(params.projectId, cursor),
});
