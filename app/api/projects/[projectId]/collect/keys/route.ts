import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listCollectKeys: async ({ params, services }) => ({
    keys: await services.collect.keys(params.projectId),
  }),
  createCollectKey: async ({ params, body, services: { collect, person } }) => {
    await collect.createKey(params.projectId, body, person);
    return { keys: await collect.keys(params.projectId) };
  },
});
