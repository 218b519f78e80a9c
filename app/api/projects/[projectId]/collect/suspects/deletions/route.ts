import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  deleteSpamPosts: async ({ params: { projectId }, body, services: { collect, person } }) => {
    const deleted = await collect.deleteSpamPosts(projectId, body.ids, person);
    return { deleted, total: await collect.countSpamPosts(projectId) };
  },
});
