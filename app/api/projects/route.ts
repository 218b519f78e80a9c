import { personRoutes } from "../../_server/routes.ts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = personRoutes({
  GET: { may: "read", answer: async ({ services }) => ({ projects: await services.projects() }) },
});
