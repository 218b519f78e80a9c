import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  deleteSuspects: async ({ params: { projectId }, body, services: { collect, person } }) => {
    const deleted = await collect.deleteSuspects(projectId, body.ids, person);
    return { deleted, total: await collect.countSuspects(projectId) };
  },
});
