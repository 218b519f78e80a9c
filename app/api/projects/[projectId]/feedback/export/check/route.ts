import { apiRoutes } from "../../../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  checkExport: async ({ services }) => {
    services.feedback.checkExport();
    return { allowed: true as const };
  },
});
