import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  removeSample: async ({ params, body, services: { sample, person } }) => ({
    deleted: await sample.remove(params.projectId, body.items, person),
  }),
});
