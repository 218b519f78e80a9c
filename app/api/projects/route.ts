import { apiRoutes } from "../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listProjects: async ({ services }) => ({ projects: await services.projects() }),
});
