import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  checkExport: async ({ services }) => {
    await services.readLimits.checkExport(services.person.id);
    return { allowed: true as const };
  },
});
