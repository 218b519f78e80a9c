import { personRoutes } from "../../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes({
  GET: {
    may: "read",
    answer: async ({ request, services }) => ({
      sessions: await services.account.sessions(request.headers),
    }),
  },
});
