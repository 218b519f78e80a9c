import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  updateCollectKey: async ({ params, body, services: { collect, person } }) => {
    await collect.updateKey(params.projectId, params.key, body, person);
    return { keys: await collect.keys(params.projectId) };
  },
  disableCollectKey: async ({ params, services: { collect, person } }) => {
    await collect.disableKey(params.projectId, params.key, person);
    return { keys: await collect.keys(params.projectId) };
  },
});
