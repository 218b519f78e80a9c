import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getSetup: async ({ params, services }) => services.setup.read(params.projectId),
  changeSetup: async ({ params, body, services: { setup, person } }) =>
    setup.setHidden(params.projectId, body.isHidden, person),
});
