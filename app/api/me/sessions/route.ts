import { apiRoutes } from "../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  listSessions: async ({ request, services }) => ({
    sessions: await services.account.sessions(request.headers),
  }),
});
