import { apiRoutes } from "../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  testAgent: async ({ params, services: { setup, person } }) =>
    setup.testAgent(params.projectId, person),
});
