import { personRoutes } from "../../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes<{ sessionId: string }>(
  {
    DELETE: {
      may: "read",
      answer: async ({ params, request, services }) => {
        await services.account.endSession(request.headers, params.sessionId);
        return { sessions: await services.account.sessions(request.headers) };
      },
    },
  },
);
