import { apiRoutes } from "../../../../_server/api-routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = apiRoutes({
  endSession: async ({ params, request, services }) => {
    await services.account.endSession(request.headers, params.sessionId);
    return { sessions: await services.account.sessions(request.headers) };
  },
});
