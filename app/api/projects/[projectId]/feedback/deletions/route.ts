import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  deleteFeedback: async ({ params, body, services: { items, person } }) => ({
    deleted: await items.delete(params.projectId, body.ids, person),
  }),
});
