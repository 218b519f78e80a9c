import { apiRoutes } from "../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listTeammates: async ({ services }) => ({ teammates: await services.people.teammates() }),
});
