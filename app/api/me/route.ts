import { apiRoutes } from "../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  getCurrentPerson: async ({ services }) => ({ person: services.person }),
});
