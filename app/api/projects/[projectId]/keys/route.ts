import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listKeys: async ({ params, services }) => ({
    keys: await services.keys.list(params.projectId),
  }),
  createKey: async ({ params, body, services: { keys, person } }) =>
    keys.create(params.projectId, body, person),
});
